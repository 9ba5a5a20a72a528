import FlowScreen

extension Signs {
    /// A text that somebody else wrote, as it can be shown: nothing that a terminal would take for a command, and on an ASCII screen
    /// nothing but ASCII.
    func shown(_ text: String) -> String {
        TextWidth.sanitised(isASCII ? ASCII.only(text) : text)
    }
}
