import ArgumentParser
import FlowAnalysis
import FlowSessions

/// Reads the arguments of `check`.
enum CheckArguments {
    /// `100` or `buffer=100`.
    static func maxHeld(_ text: String) throws -> Expectation {
        let (stage, number) = parts(text)
        guard let count = Int(number), count >= 0 else {
            throw ValidationError("--max-buffered '\(text)' is not valid; it takes a count, for example 100 or buffer=100")
        }
        return .maxHeld(count, of: stage)
    }

    /// `2s`, `50ms` or `buffer=2s`.
    static func maxWait(_ text: String) throws -> Expectation {
        let (stage, duration) = parts(text)
        guard let nanoseconds = Arguments.nanoseconds(duration) else {
            throw ValidationError("--max-wait '\(text)' is not valid; it takes a time, for example 2s, 50ms or buffer=2s")
        }
        return .maxWait(.nanoseconds(Int64(clamping: nanoseconds)), in: stage)
    }

    /// `50ms`.
    static func maxExecutorDelay(_ text: String) throws -> Expectation {
        guard let nanoseconds = Arguments.nanoseconds(text) else {
            throw ValidationError("--max-executor-delay '\(text)' is not valid; it takes a time, for example 50ms")
        }
        return .maxExecutorDelay(.nanoseconds(Int64(clamping: nanoseconds)))
    }

    /// `superseded` or `stage=debounce`.
    static func exception(_ text: String) throws -> DropException {
        if text == "superseded" { return .superseded }
        let prefix = "stage="
        guard text.hasPrefix(prefix), text.count > prefix.count else {
            throw ValidationError("--except '\(text)' is not valid; it takes superseded or a stage, for example stage=debounce")
        }
        return .stage(String(text.dropFirst(prefix.count)))
    }

    /// The name may contain `=`, so the last one separates it.
    private static func parts(_ text: String) -> (stage: String?, value: String) {
        guard let index = text.lastIndex(of: "=") else { return (nil, text) }
        return (String(text[..<index]), String(text[text.index(after: index)...]))
    }
}
