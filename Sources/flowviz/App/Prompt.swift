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
    var text = ""
    /// What is wrong with it, once Enter was pressed.
    var error: String?

    init(_ purpose: Purpose) {
        self.purpose = purpose
    }

    /// The line as the screen shows what jumps go to.
    var line: String {
        let hint = text.isEmpty ? "  a value's text, kind:dropped or lane:buffer" : ""
        return "find: \(text)_" + (error.map { "  \($0)" } ?? hint)
    }
}
