import FlowPlayground
import FlowTestSupport
import FlowTrace
import Foundation
import Testing

@testable import FlowApp
@testable import FlowSessions

@Suite("Chains of the library", .notForever)
struct LibraryTests {
    @Test func `they are the files of assets/chains`() throws {
        let folder = Repository.root.appending(path: "assets/chains")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()

        #expect(files == LibraryChain.all.map { "\($0.name).swift" })
        for chain in LibraryChain.all {
            let text = try Repository.text("assets/chains/\(chain.name).swift")
            #expect(chain.text == text, "\(chain.name): .ci/chains writes the files into the program")
        }
        #expect(LibraryChain.all.count >= 20)
    }

    @Test(arguments: LibraryChain.all.map(\.name)) func `each says what to look at, and runs`(name: String) throws {
        let text = try #require(LibraryChain.named(name)).text
        #expect(text.hasPrefix("// ") && text.split(separator: "\n").allSatisfy { $0.count <= 140 })
        let title = try #require(LibraryChain.named(name)).title
        #expect(title.hasSuffix(".") && title.count > 30)

        let session = Session()
        let choice = Choice(try ChainScenario.typed(text, name: name))
        session.start(AppState(.scenario(choice), size: .init(width: 80, height: 24)))
        session.advance(by: 12_000_000_000)

        #expect(session.runs[0].problem == nil)
        #expect(session.streams[0].model.log.count > 3)
        #expect(session.isOver || choice.variantValue.isEndless || choice.chain?.chain.takesInput == true || name == "pause")
    }

    @Test func `the list names them, and eval runs them by name`() throws {
        let list = try Program.run(["list", "--chains"])
        let named = try Program.run(["eval", "--chain", "zip", "--format", "marble"])
        let file = Repository.root.appending(path: "assets/chains/zip.swift").path()
        let typed = try Program.run(["eval", "--file", file, "--format", "marble"])
        let json = try Program.run(["list", "--chains", "--json"])

        #expect(list.output.split(separator: "\n").map { String($0.prefix { $0 != " " }) } == LibraryChain.all.map(\.name))
        #expect(
            named.output == """
                marbles    abcd|
                marbles 2  --1---2---3|
                zip        --(("a", "1"))---(("b", "2"))---(("c", "3"))|
                output     --(a1)---(b2)---(c3)|
                1 character is 0.25 s; (A B) at once, xA dropped, =2 holds 2, | finished, ! failed, / cancelled

                """)
        #expect(named.output == typed.output)
        #expect(json.output.split(separator: "\n").count == LibraryChain.all.count)
        #expect(json.output.hasPrefix("{\"name\":\"all-at-once\",\"title\":\"flatMap without a limit"))
    }
}
