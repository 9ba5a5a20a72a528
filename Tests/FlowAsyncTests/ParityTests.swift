import FlowAsync
import FlowTrace
import Foundation
import Testing

/// Our streams behave as the standard library's do, member by member and step by step.
@Suite("AsyncStream and AsyncThrowingStream as in the standard library")
struct ParityTests {
    private static func text(of file: String) throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        return try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    }

    @Test(arguments: ["AsyncStream", "AsyncThrowingStream"])
    func `every public member of the standard library's is used in the file that compiles against both`(type: String) throws {
        let members = try PublicInterface.members(of: type, in: "_Concurrency")
        let ours = try ParityTests.text(of: "EveryMemberOurs.swift")

        let missing = members.filter { member in
            let name = member.split(separator: ".").last.map { $0.prefix { $0 != "(" } } ?? ""
            // An initialiser is called by the type's name and its labels.
            let word =
                name == "init" ? String(member.split(separator: "(").last?.split(separator: ":").first ?? "") : String(name)
            return word != "_" && !ours.contains(word)
        }
        #expect(members.count > 20)
        #expect(missing == [])
    }

    @Test func `the file that uses every member does the same with ours and with theirs`() async throws {
        let (ours, theirs) = (
            try ParityTests.text(of: "EveryMemberOurs.swift"), try ParityTests.text(of: "EveryMemberTheirs.swift")
        )

        #expect(ours.replacing("import FlowAsync\n\n", with: "").replacing("Ours()", with: "Theirs()") == theirs)
        #expect(try await everyMemberOurs() == everyMemberTheirs())
        var traced: [String] = []
        let trace = try await Traced.recording { traced = try await everyMemberOurs() }
        #expect(traced == (try await everyMemberTheirs()))
        #expect(trace.residues == [])
    }

    // MARK: Programs

    /// A step of a program with one stream.
    enum Step { case yield, finish, next, nextWhileCancelled, newIterator, handler }

    /// A pseudorandom program.
    private static func program(_ seed: UInt64) -> (limit: Int?, keepsNewest: Bool, steps: [Step]) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(_ count: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(count))
        }
        let choices: [Step] = [
            .yield, .yield, .yield, .yield, .yield, .next, .next, .next, .newIterator, .handler, .finish, .nextWhileCancelled,
        ]
        let reach = [choices.count - 2, choices.count - 1, choices.count][next(3)]
        return (next(3) == 0 ? nil : next(5), next(2) == 0, (0..<(5 + next(30))).map { _ in choices[next(reach)] })
    }

    @Test func `a thousand random programs behave as with the standard library's, traced and not`() async {
        var kinds: Set<String> = []
        for seed in 1...1_000 as ClosedRange<UInt64> {
            let program = ParityTests.program(seed)
            let theirs = await theirHistory(program)
            let untraced = await ourHistory(program)
            var ours: [String] = []
            let traced = await Traced.recording { ours = await ourHistory(program) }

            #expect(untraced == theirs, "seed \(seed)")
            #expect(ours == theirs, "seed \(seed)")
            #expect(traced.count(.value, on: "yield") == theirs.count { $0.hasPrefix("yield") }, "seed \(seed)")
            #expect(
                traced.log.entries.count { $0.event.dropReason?.name.hasPrefix("overflow") == true }
                    == theirs.count { $0.contains("dropped") }, "seed \(seed)")
            kinds.formUnion(theirs.map { String($0.prefix { !$0.isNumber }) })
        }

        #expect(
            kinds.isSuperset(of: [
                "yield ", "next ", "next nil", "cancelled next ", "cancelled next nil", "termination finished",
                "termination cancelled",
            ]), "\(kinds)")
    }
}
