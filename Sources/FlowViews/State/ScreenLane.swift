import FlowModel
import FlowTrace

/// A lane as the screen shows it: one of the model's, or the demand of the output below it.
public struct ScreenLane: Hashable, Sendable {
    /// What a lane of the screen draws.
    public enum Kind: Hashable, Sendable {
        /// Values a source sends.
        case source
        /// What a buffer holds.
        case buffer
        /// What the output below asks for.
        case demand
        /// Values a subscriber gets.
        case output
    }

    /// What it draws.
    public let kind: Kind
    /// The lane of the model that it is drawn from.
    public let index: Int
    /// Its name.
    public let name: String
    /// Whether a row for the subscriber's work is under it.
    public let showsWork: Bool

    /// The screen's lanes for the model's: a demand lane stands above the output where there is just one.
    public static func lanes(of model: StreamModel) -> [ScreenLane] {
        let outputs = model.lanes.filter { $0.spec.role == .output }.count
        return model.lanes.enumerated().flatMap { index, lane -> [ScreenLane] in
            let spec = lane.spec
            switch spec.role {
            case .source: return [ScreenLane(kind: .source, index: index, name: spec.name, showsWork: false)]
            case .buffer: return [ScreenLane(kind: .buffer, index: index, name: spec.name, showsWork: false)]
            case .output:
                let output = ScreenLane(kind: .output, index: index, name: spec.name, showsWork: spec.showsWork)
                guard outputs == 1 || spec.showsDemand else { return [output] }
                return [ScreenLane(kind: .demand, index: index, name: "demand", showsWork: false), output]
            }
        }
    }
}
