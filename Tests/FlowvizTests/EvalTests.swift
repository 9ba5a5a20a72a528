import FlowTestSupport
import Foundation
import Testing

@Suite("flowviz eval", .notForever)
struct EvalTests {
    @Test func `a chain prints its events as a scenario does`() throws {
        let run = try Program.run(["eval", "marbles(\"ab|\").map { $0 + \"!\" }"])

        #expect(
            run.output == """
                    0.00  output    ├ subscribed, asks for ∞
                          marbles   ● a
                          output    └ ● a!
                    0.25  marbles   ● b
                          output    └ ● b!
                    0.50  marbles   │ finished
                          output    └ │ finished

                """)
        #expect(run.status == .exited(0) && run.errors == "")
    }

    @Test func `marbles are drawn with the unit they were typed with`() throws {
        let chain =
            "marbles(\"AB-C---DEF|\").buffer(size: 3, prefetch: .byRequest, whenFull: .dropOldest).pace(.seconds(1)).sink()"
        let run = try Program.run(["eval", chain, "--format", "marble"])

        #expect(
            run.output == """
                marbles  AB-C---DEF|
                buffer   (=1 =0)=1-=2=1--=2(=1 =2)=3--=2---=1---=0
                output   A---B---C---D---E---F---|
                1 character is 0.25 s; (A B) at once, xA dropped, =2 holds 2, | finished, ! failed, / cancelled

                """)
    }

    @Test func `the lanes of JSON Lines have the operators' names`() throws {
        let run = try Program.run(["eval", "[1].publisher.map { $0 }.sink()", "--format", "jsonl"])
        let lanes = run.output.split(separator: "\n").compactMap {
            $0.firstMatch(of: #/"lane":"([^"]*)"/#).map { String($0.output.1) }
        }

        #expect(Set(lanes) == ["publisher", "output"])
        #expect(run.output.split(separator: "\n").count > 4)
    }

    @Test func `a chain is read from a file and from the standard input`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("two.chain")
        try "// two of them\n[1, 2].publisher\n".write(toFile: path, atomically: true, encoding: .utf8)
        let file = try Program.run(["eval", "--file", path, "--format", "marble"])
        let input = try Program.shell("\"$0\" eval - --format marble < '\(path)'")

        #expect(file.output.hasPrefix("output  (1 2 |)\n1 character is "))
        #expect(input.output == file.output)
    }

    @Test func `what the user sends comes in its time`() throws {
        let words = ["--send", "1:emit:a", "--send", "2:burst", "--send", "3:finish", "--format", "marble"]
        let run = try Program.run(["eval", "keys().collect(2).sink()"] + words)

        #expect(
            run.output == """
                keys    ----------a---------(2 3 4 5 6)---------|
                output  --------------------(["a", "2"] ["3", "4"] ["5", "6"])---------|
                1 character is 0.10 s; (A B) at once, xA dropped, =2 holds 2, | finished, ! failed, / cancelled

                """)
    }

    @Test func `a number is changed with --set`() throws {
        let chain = "[1, 2, 3].publisher.pace(.seconds(1)).prefix(3).sink()"
        let run = try Program.run(["eval", chain, "--set", "prefix=2", "--set", "pace=0.5", "--format", "jsonl"])

        let values = run.output.split(separator: "\n").filter { $0.contains("\"output\",\"kind\":\"value\"") }

        #expect(values.map { $0.prefix(7) } == ["{\"t\":0,", "{\"t\":0.5".prefix(7)])
        #expect(values.count == 2)
    }

    @Test func `a mistake is shown with the line and a caret, with exit code 2`() throws {
        let run = try Program.run(["eval", "[1,2,3].publisher.mpa { $0 + 1 }.sink()"])

        #expect(
            run.errorLines == [
                "chain:1:19: error: unknown operator 'mpa'; did you mean 'map'?", "  [1,2,3].publisher.mpa { $0 + 1 }.sink()",
                "                    ^~~",
            ])
        #expect(run.status == .exited(2) && run.output == "")
    }

    @Test func `a fault ends the run after what came before, with exit code 1`() throws {
        let run = try Program.run(["eval", "(1...5).publisher.map { 10 / ($0 - 3) }.replaceError(with: 0)", "--format", "marble"])

        #expect(run.output.hasPrefix("publisher  (1 2 3"))
        #expect(run.errorLines.first == "chain:1:28: error: division by zero: 10 / 0")
        #expect(run.status == .exited(1))
    }

    @Test func `a trace of a chain is replayed as the chain`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("chain.fvz")
        let chain = "marbles(\"ab|\").map { $0 + \"!\" }"
        let recorded = try Program.run(["eval", chain, "-o", path])
        let frame = try Program.run(["frame", "--trace", path, "--at", "1"])

        #expect(recorded.status == .exited(0))
        #expect(frame.status == .exited(0))
        let rows = frame.output.split(separator: "\n").map {
            String($0.prefix { $0 != "┊" }.drop { $0 == " " }.prefix { $0 != " " })
        }
        #expect(rows.filter { ["marbles", "map", "output"].contains($0) } == ["marbles", "marbles", "output"])
    }

    @Test func `swift prints a program, test a test with what came out`() throws {
        let swift = try Program.run(["eval", "[1, 2].publisher.map { $0 * 2 }", "--format", "swift"])
        let test = try Program.run(["eval", "[1, 2].publisher.map { $0 * 2 }", "--format", "test"])

        #expect(swift.output.hasPrefix("import FlowCore\nimport OpenCombineShim\n"))
        #expect(
            swift.output.contains(
                "    subscriptions.append([1, 2].publisher.map { $0 * 2 }.shown(as: \"output\", scheduler, show)"))
        #expect(
            test.output.contains(
                "            \"0 s output 2\",\n            \"0 s output 4\",\n            \"0 s output finished\",\n"))
    }

    @Test func `what is sent through a source in a closure cannot be printed`() throws {
        let chain = "[1].publisher.flatMap { _ in keys() }"
        let run = try Program.run(["eval", chain, "--until", "2", "--send", "1:emit:A", "--format", "swift"])

        #expect(run.status == .exited(2))
        #expect(
            run.errorLines.first
                == "flowviz: --format swift cannot send through a source inside a closure; leave --send out")
    }

    @Test func `what is sent while the chain waits cannot be printed`() throws {
        let chain = "let taps = PassthroughSubject<Int, Never>(); taps.sink(); wait(.seconds(2)); taps.send(1)"
        let run = try Program.run(["eval", chain, "--until", "2", "--send", "1:emit", "--format", "swift"])

        #expect(run.status == .exited(2))
        #expect(run.errorLines.first == "flowviz: --format swift cannot send while the chain waits; leave --send out")
    }
}
