import FlowAnalysis
import FlowScreen
import FlowViews

/// A line that is being typed: what jumps go to, or where time is to stop.
struct Prompt: Equatable {
    var line = LineEditor()
    /// What is wrong with it, once Enter was pressed.
    var error: String?

    /// The line with a sign where the cursor is.
    var marked: String { String(line.characters[..<line.cursor]) + "_" + String(line.characters[line.cursor...]) }

    /// The line as the screen shows what jumps go to.
    var find: String {
        let hint = line.text.isEmpty ? "  a value's text, kind:dropped or lane:buffer; capitals count if you type one" : ""
        return "find: \(marked)" + (error.map { "  \($0)" } ?? hint)
    }
}

/// What keys do in the line of a search.
enum FindUpdate {
    /// Types into the line of what jumps go to.
    static func type(_ key: Key, _ prompt: Prompt, _ state: inout AppState) -> [Effect] {
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
