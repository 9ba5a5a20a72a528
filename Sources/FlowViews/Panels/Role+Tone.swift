import FlowScreen
import FlowText

extension Role {
    /// The role in which a tone of the model is drawn.
    init(_ tone: Tone) {
        switch tone {
        case .sent: self = .sent
        case .held: self = .held
        case .asked: self = .asked
        case .got: self = .got
        case .lost: self = .lost
        case .error: self = .error
        case .past: self = .past
        case .key: self = .key
        case .plain: self = .text
        }
    }
}
