import ArgumentParser
import FlowPlayground
import FlowScenarios
import FlowScreen
import FlowSessions
import FlowTrace

extension Arguments {
    /// Refuses words that are not UTF-8: decoded as file names, they would name other files. Words after `--` may belong to another
    /// program.
    static func checkText() throws {
        for number in 1..<max(1, Int(CommandLine.argc)) {
            guard let bytes = CommandLine.unsafeArgv[number] else { return }
            guard let word = String(validatingCString: bytes) else {
                throw ValidationError("argument \(number): '\(String(cString: bytes))' is not UTF-8; flowviz takes only UTF-8")
            }
            guard word != "--" else { return }
        }
    }

    /// Inserts an omitted command: `pace` and `pace:tight` show that scenario, `run.fvz` replays that trace.
    static func withCommand(_ words: [String]) -> [String] {
        guard let word = words.first else { return words }
        if word.hasSuffix(".fvz") { return ["replay"] + words }
        return RunSource.scenario(word) == nil ? words : ["show", "--scenario"] + words
    }

    /// The first duplicate word, `nil` if all words differ.
    static func repeated(_ words: [String]) -> String? {
        var known: Set<String> = []
        return words.first { !known.insert($0).inserted }
    }

    static func checkTheme(_ name: String) throws {
        guard Theme.named(name) == nil else { return }
        let names = Theme.all.map(\.name)
        let hint =
            Suggestion.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
            ?? "themes are \(names.joined(separator: ", "))"
        throw ValidationError("no theme '\(name)'; \(hint)")
    }

    /// Parses a duration such as `2s` or `50ms` into nanoseconds.
    static func nanoseconds(_ text: String) -> UInt64? {
        let units: [(String, Double)] = [("ns", 1), ("us", 1e3), ("ms", 1e6), ("s", 1e9), ("m", 60e9)]
        guard let (unit, scale) = units.first(where: { text.hasSuffix($0.0) }), let number = Double(text.dropLast(unit.count)),
            number >= 0, number * scale < 1e18
        else { return nil }
        return UInt64((number * scale).rounded())
    }

    /// Parses a tolerance such as `20%` into a share; `nil` if none is given.
    static func tolerance(_ text: String?) throws -> Double? {
        guard let text else { return nil }
        guard text.hasSuffix("%"), let percent = Double(text.dropLast()), percent >= 0, percent <= 10_000 else {
            throw ValidationError("--tolerance '\(text)' is not valid; it takes a percentage from 0% to 10000%, for example 20%")
        }
        return percent / 100
    }

    static func size(_ text: String) throws -> Size {
        if let size = screenSize(text) { return size }
        throw ValidationError("--size '\(text)' is not valid; it takes WIDTHxHEIGHT from 1x1 to 500x200, for example 120x36")
    }

    static func chain(_ name: String) throws -> LibraryChain {
        guard let chain = LibraryChain.named(name) else {
            let hint = Suggestion.nearest(to: name, among: LibraryChain.all.map(\.name)).map { "; did you mean '\($0)'?" }
            throw ValidationError("no chain '\(name)'\(hint ?? "; 'flowviz list --chains' names them")")
        }
        return chain
    }
}
