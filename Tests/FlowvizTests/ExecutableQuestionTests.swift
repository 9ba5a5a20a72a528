import Testing

@testable import flowviz

@Suite("Which executable of a package to run")
struct ExecutableQuestionTests {
    private let question = ExecutableQuestion(package: "Traps", names: ["Count", "Serve", "2", "Tool A"])

    @Test func `the executables are listed with numbers of one width`() {
        let many = ExecutableQuestion(package: "Many", names: (1...10).map { "N\($0)" })

        #expect(question.lines == ["'Traps' has several executables:", "  1  Count", "  2  Serve", "  3  2", "  4  Tool A"])
        #expect(many.lines.suffix(2) == ["   9  N9", "  10  N10"])
        #expect(question.prompt == "which one, 1 to 4 or its name? ")
    }

    @Test(
        arguments: [
            ("1", .executable("Count")), (" Serve ", .executable("Serve")), ("2", .executable("2")), ("4", .executable("Tool A")),
            ("0", .wrong), ("5", .wrong), ("-1", .wrong), ("serve", .wrong), ("1 2", .wrong), ("99999999999999999999", .wrong),
            ("", .none), ("   ", .none),
        ] as [(String, ExecutableQuestion.Answer)])
    func `an answer is a number or a name`(text: String, answer: ExecutableQuestion.Answer) {
        #expect(question.answer(to: text) == answer)
    }
}
