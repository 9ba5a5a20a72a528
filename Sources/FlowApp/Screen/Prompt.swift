import FlowAnalysis
import FlowScreen
import FlowViews

/// An input line for a search or a condition.
struct Prompt: Equatable {
    var line = LineEditor()
    /// The error after Enter.
    var error: String?

    /// The line with a sign at the cursor.
    var marked: String { String(line.characters[..<line.cursor]) + "_" + String(line.characters[line.cursor...]) }

    /// The search line as the screen shows it.
    var find: String {
        let hint = line.text.isEmpty ? "  a value's text, kind:dropped or lane:buffer; capitals count if you type one" : ""
        return "find: \(marked)" + (error.map { "  \($0)" } ?? hint)
    }
}

/// Handles keys in the search line.
enum FindUpdate {
    static func handleInput(_ key: Key, _ prompt: Prompt, _ state: inout AppState) -> [Effect] {
        var prompt = prompt
        prompt.error = nil
        switch key {
        case .enter:
            do throws(EventFilterError) {
                state.search.filter = try EventFilter(parsing: prompt.line.text)
                state.mode = .commands
                return [.findFirst]
            } catch {
                prompt.error = error.description
            }
        case .escape:
            state.mode = .commands
            return []
        default: _ = prompt.line.press(key)
        }
        state.mode = .find(prompt)
        return []
    }
}
