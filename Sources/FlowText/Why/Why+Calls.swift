extension Why {
    /// Whether a step happened in the call of one above it; views indent it.
    public func isCalled(_ place: Int) -> Bool {
        switch steps[place].link {
        case .cause, .event: place > steps.firstIndex { $0.link == .cause || $0.link == .event } ?? 0
        case .condition: false
        case .effect: true
        }
    }
}
