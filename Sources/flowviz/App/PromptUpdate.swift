import FlowModel
import FlowTerminal

/// Takes keys into a line that is being typed.
enum PromptUpdate {
    static func type(_ key: Key, _ state: inout AppState) -> [Effect] {
        state.prompt?.error = nil
        switch key {
        case .character(let character): state.prompt?.text.append(character)
        case .backspace:
            let kept = state.prompt?.text.dropLast() ?? ""
            state.prompt?.text = String(kept)
        case .enter: return enter(&state)
        case .escape: state.prompt = nil
        default: break
        }
        return []
    }

    private static func enter(_ state: inout AppState) -> [Effect] {
        do throws(EventFilterError) {
            state.search.filter = try EventFilter(parsing: state.prompt?.text ?? "")
            state.prompt = nil
            return [.findFirst]
        } catch {
            state.prompt?.error = error.description
            return []
        }
    }
}
