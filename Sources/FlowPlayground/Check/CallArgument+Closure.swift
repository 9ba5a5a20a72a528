extension CallArgument {
    /// Whether it is looked at after the others, because its type follows from theirs.
    var isClosure: Bool {
        switch value {
        case .closure, .function: true
        default: false
        }
    }
}
