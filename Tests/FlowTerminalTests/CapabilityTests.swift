import FlowScreen
import FlowTerminal
import Testing

@Suite("TerminalCapabilities", .serialized)
struct CapabilityTests {
    @Test(arguments: [
        ("xterm-256color", 256, true, true), ("vt100", 0, true, false), ("dumb", 0, false, false), ("no-such", 0, false, false),
    ])
    func `the kind of terminal says what it can do`(term: String, colours: Int, canPosition: Bool, hasMouse: Bool) {
        let found = TerminalCapabilities.probe(environment: ["TERM": term])

        #expect(found.term == term)
        #expect(found.colours == colours)
        #expect(found.canPosition == canPosition)
        #expect(found.hasMouse == hasMouse)
        #expect(found.isKnown == (term != "no-such"))
        #expect(found.colourMode == (colours == 256 ? .colours256 : .none))
        #expect(found.usesMouse == hasMouse)
    }

    @Test(arguments: [[:], ["TERM": ""]]) func `no kind of terminal is none`(environment: [String: String]) {
        let found = TerminalCapabilities.probe(environment: environment)

        #expect(found.term == nil)
        #expect(!found.isKnown && !found.canPosition && found.colours == 0)
    }

    @Test(arguments: [
        (["LANG": "C.UTF-8"], true), (["LANG": "C"], false), ([:], false), (["LANG": "C.UTF-8", "LC_ALL": "C"], false),
        (["LANG": "C", "LC_CTYPE": "C.UTF-8"], true), (["LANG": "C.UTF-8", "LC_ALL": ""], true), (["LANG": "xx_XX.UTF-8"], false),
    ])
    func `the locale decides about Unicode`(environment: [String: String], isUTF8: Bool) {
        let found = TerminalCapabilities.probe(environment: environment)

        #expect(found.isUTF8 == isUTF8)
        #expect(found.usesASCII != isUTF8)
    }

    @Test func `the user's wishes come first`() {
        let found = TerminalCapabilities.probe(
            environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"],
            options: TerminalOptions(ascii: true, colour: false, mouse: false))

        #expect(found.usesASCII)
        #expect(found.colourMode == .none)
        #expect(!found.usesMouse)
    }
}
