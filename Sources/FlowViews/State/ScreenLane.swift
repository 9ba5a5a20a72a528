import FlowModel
import FlowText
import FlowTrace
import FlowVerdict

/// A lane of the screen: a lane of the model, or the demand of the output below it.
public struct ScreenLane: Hashable, Sendable {
    /// The content of a lane of the screen.
    public enum Kind: Hashable, Sendable {
        /// Values a source sends.
        case source
        /// The contents of a buffer.
        case buffer
        /// The demand of the output below.
        case demand
        /// Values a subscriber gets.
        case output
    }

    public let kind: Kind
    /// The index of its lane in the model.
    public let index: Int
    public let name: String
    /// Whether a row for the subscriber's work is under it.
    public let showsWork: Bool
    /// Whether its data is uncertain.
    public var isDoubted = false
    /// Whether it shows the values sent by a source. In a program, such a lane need not have the kind `source`.
    var sends = false

    /// Its name, with a sign if its data is uncertain.
    var title: String { isDoubted ? "\(name)\(EdgeUncertainty.sign)" : name }

    /// The index of a stage's lane on the screen: its buffer, otherwise its input or output; `nil` if there is none.
    public static func index(of stage: StageID, in model: StreamModel) -> Int? {
        let lanes = lanes(of: model).enumerated().filter { $0.element.kind != .demand }
        switch stage {
        case .below(let edge): return lanes.first { $0.element.index == model.laneIndex(ofEdge: edge) }?.offset
        case .node(let id):
            let own = lanes.filter { model.node(ofLane: $0.element.index)?.id == id }
            let found = own.first { $0.element.kind == .buffer } ?? own.first
            return found?.offset ?? lanes.first { model.edge(ofLane: $0.element.index)?.upstream == id }?.offset
        }
    }

    /// The screen's lanes for a model's lanes. The only output has a demand lane above it, and so has any other that shows its
    /// demand.
    public static func lanes(of model: StreamModel) -> [ScreenLane] {
        let outputs = model.lanes.filter { $0.spec.role == .output }.count
        return model.lanes.enumerated().flatMap { index, history -> [ScreenLane] in
            let spec = history.spec
            let isDoubted = !model.doubts(ofLane: index).isEmpty
            func lane(_ kind: Kind, _ name: String) -> ScreenLane {
                ScreenLane(
                    kind: kind, index: index, name: name, showsWork: kind == .output && spec.showsWork, isDoubted: isDoubted,
                    sends: LaneFacts.verb(of: model, lane: index) == "sends")
            }
            switch spec.role {
            case .source: return [lane(.source, spec.name)]
            case .buffer: return [lane(.buffer, spec.name)]
            case .output:
                let output = lane(.output, spec.name)
                let isAsked = outputs == 1 && !LaneFacts.isUnread(belowLane: index, in: model)
                return isAsked || spec.showsDemand ? [lane(.demand, "demand"), output] : [output]
            }
        }
    }
}
