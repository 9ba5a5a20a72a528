/// What curses says about one key.
enum RawInput: Hashable {
    /// A character of the keyboard, control characters included.
    case scalar(UInt32)
    /// A key with a code of its own.
    case code(Int32)
    case mouse(MouseEvent)
}
