import AsyncAlgorithms
import CThing
import Foundation

/// A protocol whose associated type is inferred: a public `Input` of another module would take its place.
public protocol Filter {
    associatedtype Input
    func passes(_ input: Input) -> Bool
}

public struct Short: Filter {
    public init() {}

    public func passes(_ input: String) -> Bool { input.count < 4 }
}

/// An own operator with the name of one of the standard library and of AsyncAlgorithms.
extension AsyncSequence where Element: Equatable {
    public func removeDuplicates() async throws -> [Element] {
        var kept: [Element] = []
        for try await value in self where kept.last != value { kept.append(value) }
        return kept
    }
}

public func words() throws -> AsyncStream<String> {
    let text = try String(contentsOf: Bundle.module.url(forResource: "words", withExtension: "txt")!, encoding: .utf8)
    return AsyncStream { continuation in
        for word in text.split(separator: "\n") { continuation.yield(String(word)) }
        continuation.finish()
    }
}

public func doubled(_ value: Int32) -> Int32 { thing_double(value) }

public func stamp() -> String { Stamp.text }

/// A channel and an operator of AsyncAlgorithms.
public func sums(_ count: Int) async -> [Int] {
    let channel = AsyncChannel<Int>()
    let sender = Task {
        for number in 0..<count { await channel.send(number) }
        channel.finish()
    }
    var sums: [Int] = []
    for await (number, other) in zip(channel, (0..<count).async) { sums.append(number + other) }
    await sender.value
    return sums
}
