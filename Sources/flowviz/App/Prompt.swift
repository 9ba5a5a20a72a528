/// A line that is being typed.
struct Prompt: Equatable {
    /// What it is for.
    enum Purpose: Equatable {
        /// What jumps go to.
        case find
        /// When time is to stop.
        case breakpoint
    }

    let purpose: Purpose
    var line = LineEditor()
    /// What is wrong with it, once Enter was pressed.
    var error: String?

    init(_ purpose: Purpose) {
        self.purpose = purpose
    }

    /// What has been typed.
    var text: String {
        line.text
    }

    /// The same with a sign where the cursor is.
    var marked: String {
        String(line.characters[..<line.cursor]) + "_" + String(line.characters[line.cursor...])
    }

    /// The line as the screen shows what jumps go to.
    var find: String {
        let hint = text.isEmpty ? "  a value's text, kind:dropped or lane:buffer; capitals count" : ""
        return "find: \(marked)" + (error.map { "  \($0)" } ?? hint)
    }
}
