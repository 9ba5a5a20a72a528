import FlowModel
import Testing

@Suite("FoldedName")
struct FoldedNameTests {
    @Test(
        arguments: [
            ([], ""), (["red"], "red"), (["red", "green", "blue"], "red, green, blue"),
            (["red", "green", "blue", "white"], "red, green, +2"), (["red", "red", "green", "red"], "red, green"),
            (["the very long name of a lane", "b", "c"], "the very long name of a lane, +2"),
            ((0..<50).map { "in\($0)" }, "in0, in1, in2, +47"),
        ] as [([String], String)])
    func `it has all names that fit, and says how many more there are`(names: [String], text: String) {
        var name = FoldedName()
        for part in names { name.append(part) }

        #expect(name.text == text)
    }
}
