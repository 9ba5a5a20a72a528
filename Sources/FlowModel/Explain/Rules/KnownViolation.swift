/// What OpenCombine 0.14's own operators are known to break.
enum KnownViolation {
    /// What is known of the operator called `name`, `nil` where nothing is.
    static func words(for rule: ContractRule, operator name: String) -> String? {
        switch (rule, name) {
        case (.notSerial, "buffer"): "known: OpenCombine's buffer delivers from two threads at once"
        case (.afterCancel, "receive(on:)"), (.afterCancel, "delay"):
            "known: OpenCombine's \(name) delivers what it holds when its upstream had ended before the cancel"
        case (.afterCancel, "flatMap"):
            "known: OpenCombine's flatMap delivers on what it holds when it is cancelled within a request"
        case (.afterCancel, "buffer"):
            "known: OpenCombine's buffer delivers all that a request took out of it when it is cancelled meanwhile"
        case (.beforeSubscription, "zip"), (.beforeSubscription, "zip3"), (.beforeSubscription, "zip4"):
            "known: OpenCombine's zip passes on a failure before it has handed over its subscription"
        case (.beforeSubscription, "buffer"):
            "known: OpenCombine's buffer passes on a failure before it has handed over its subscription"
        case (.afterTerminal, "zip"), (.afterTerminal, "zip3"), (.afterTerminal, "zip4"):
            "known: OpenCombine's zip finishes again with each value that still comes to it"
        case (.afterTerminal, "flatMap"):
            "known: OpenCombine's flatMap delivers on what it holds when it fails within a request"
        default: nil
        }
    }
}
