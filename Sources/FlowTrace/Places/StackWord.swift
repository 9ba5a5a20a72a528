/// The word of a fact ``FactKind/stack``: its role in the lowest byte, and above it the number of the task, if the action has one.
struct StackWord: Hashable, Sendable {
    let bits: UInt64

    private static let taskShift: UInt64 = 8

    init(_ role: StackRole, task: UInt64 = 0) { bits = UInt64(role.rawValue) | task << StackWord.taskShift }

    init(bits: UInt64) { self.bits = bits }

    var role: StackRole? { StackRole(rawValue: UInt8(truncatingIfNeeded: bits)) }

    var task: UInt64 { bits >> StackWord.taskShift }
}

extension TraceEvent {
    /// The action of the program at the stack of a fact ``FactKind/stack``; `nil` if this version does not know it.
    package var stackRole: StackRole? { StackWord(bits: b).role }

    /// The number of the task in which a consumer asks for its first value, or a value is yielded or sent for the first time from
    /// a place; 0 outside tasks, and in traces without such numbers.
    package var stackTask: UInt64 { StackWord(bits: b).task }
}
