import FlowTrace
import FlowWords

extension TracedExecutor {
    /// The executor's name on lanes, from long to short; the first is its name in metrics.
    package var titles: [String] {
        switch self {
        case .pool: ["pool"]
        case .mainActor: ["main actor", "main"]
        case .other: ["other"]
        }
    }

    /// The executor's name in JSON.
    package var word: String {
        switch self {
        case .pool: "pool"
        case .mainActor: "mainActor"
        case .other: "other"
        }
    }
}

extension ExecutorDelay {
    /// `jobs waited 0.2 ms on average and at most 2.1 s; one has waited 1.4 s so far`.
    package var text: String {
        let average = mean.map { "\(Percent.seconds($0)) on average and " } ?? ""
        let now = waiting.map { "; one has waited \(Percent.seconds($0)) so far" } ?? ""
        return "jobs waited \(average)at most \(Percent.seconds(longestSoFar))\(now)"
    }

    /// The longest wait, answered or not, in nanoseconds.
    package var longestSoFar: UInt64 { max(longest, waiting ?? 0) }

    /// `longest 1.4 s`.
    package var longestText: String { "longest \(Percent.seconds(longestSoFar))" }
}

extension ExecutorHistory {
    /// `longest waits of 10 s: thread pool 0.3 ms, main actor 2.1 s, blocked`; `nil` if none were measured.
    package func words(at time: TraceTime) -> String? {
        let delays = delays(at: time.nanoseconds)
        guard !delays.isEmpty else { return nil }
        let texts = delays.map { delay in
            let state = delay.isBlocked ? delay.isComputing ? ", busy" : ", blocked" : ""
            return "\(delay.executor.words.dropFirst(4)) \(Percent.seconds(max(delay.recent, delay.waiting ?? 0)))\(state)"
        }
        return "longest waits of 10 s: \(texts.joined(separator: ", "))"
    }
}
