/// What a limited store does with one value too many; the raw values are those of ``FlowTrace/HookHint/whenFull``.
enum HoldingOverflow: UInt64, Sendable {
    case dropNewest = 0
    case dropOldest = 1
    case fail = 2
}
