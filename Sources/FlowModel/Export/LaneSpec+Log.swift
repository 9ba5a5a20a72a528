import FlowTrace

extension LaneSpec {
    /// A lane for every edge of a trace, by order of declaration.
    public static func lanes(of log: TraceLog) -> [LaneSpec] {
        log.edges.map { edge in
            switch edge.role {
            case .source: LaneSpec(edge.label, .source)
            case .store: LaneSpec(edge.label, .buffer)
            case .link: LaneSpec(edge.label, .output)
            }
        }
    }
}
