/// What an operator waits for before it lets go of a value that it holds, where demand alone does not decide.
package struct OperatorWait: Hashable, Sendable {
    /// Why a value has to stay, as a sentence goes on after the operator's name: `waits for silence`.
    package let reason: String
    /// What has let it go: `the silence was long enough`.
    package let release: String

    init(_ reason: String, until release: String) {
        self.reason = reason
        self.release = release
    }
}
