import FlowTestSupport
import Testing

@testable import FlowTrace

@Suite("PagesAhead")
struct PagesAheadTests {
    @Test(
        "as much is made ahead as was used and a little more, up to a limit, and never beyond the file",
        arguments: [
            // used, size, goal in MiB
            (0, 1, 1), (0, 256, 4), (2, 256, 8), (10, 256, 24), (60, 256, 124), (100, 256, 164), (200, 256, 256), (256, 256, 256),
        ])
    func goal(used: Int, size: Int, goal: Int) {
        #expect(PagesAhead.goal(used: used << 20, size: size << 20) == goal << 20)
    }

    @Test("its work is over when the file has all its pages, or is closed", .notForever, arguments: [false, true])
    func isOver(isClosed: Bool) throws {
        let folder = try TemporaryFolder()
        let memory = try FileMemory(creating: folder.path("a.fvz"), size: 8 << 20)
        let canMakePages = memory.populate(from: 0, count: 1 << 20)
        let pages = PagesAhead(of: memory)

        if isClosed { pages.end() } else { pages.use(upTo: 2 << 20) }

        #expect(pages.run(from: 0) == (isClosed ? 0 : canMakePages ? 8 << 20 : 2 << 20))
    }
}
