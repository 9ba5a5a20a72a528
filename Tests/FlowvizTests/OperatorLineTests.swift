import FlowPlayground
import FlowScreen
import FlowTestSupport
import FlowViews
import Testing

@testable import FlowApp

@Suite("Operators on the screen", .notForever)
struct OperatorLineTests {
    /// The line after half of an operator's name and enough Tabs to complete it, `nil` if no Tab completes it.
    private func completed(_ row: Operator, _ app: inout AppFixture) throws -> EditorState? {
        let half = String(row.name.prefix((row.name.count + 1) / 2))
        for place in row.example.ranges(of: row.name) {
            app.press(.escape)
            app.type("i")
            _ = app.state.insert(String(row.example[..<place.lowerBound]))
            app.type(half)
            for _ in app.state.editor?.completion.candidates ?? [] {
                app.press(.tab)
                let line = try #require(app.state.editor?.screen)
                guard let chosen = line.chosen, line.offers[chosen].summary == row.summary else { continue }
                let isNamed = line.offers[chosen].signature.trimmingPrefix(".").hasPrefix(row.name)
                if isNamed || row.name.contains(".") { return line }
            }
        }
        return nil
    }

    /// The rows of the screen between the typed text and the list, without their frame.
    private func told(_ app: AppFixture, _ size: Size) throws -> (text: String, list: [String]) {
        var surface = Surface(size)
        RootView(Scene.screen(app.state, app.session)).draw(into: &surface)
        let rows = TextOutput.render(surface).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let title = try #require(rows.firstIndex { $0.contains(" a chain of your own ") })
        let editor = rows[(title + 1)..<(size.height - 1)]
        let caret = try #require(editor.firstIndex { $0.trimmingPrefix { $0 == " " }.isEmpty || $0.contains("^") })
        let list = editor[(caret + 5)...].filter { !$0.isEmpty }
        return (editor[(caret + 1)...(caret + 4)].flatMap { $0.split(separator: " ") }.joined(separator: " "), Array(list))
    }

    /// Checks every other operator at each size; all operators if `FLOWVIZ_LONG` is set.
    @Test(arguments: [Size(width: 80, height: 24), Size(width: 120, height: 36)])
    func `half a name and Tab show every operator with its signature and what it does, in full`(_ size: Size) throws {
        var app = try AppFixture("pace", size: size)
        let turn = size.width == 80 ? 0 : 1
        for row in Rounds.turns(OperatorTable.operators.count, part: 2, turn: turn).map({ OperatorTable.operators[$0] }) {
            let line = try #require(try completed(row, &app), "\(row.name) in \(row.example)")
            let offer = line.offers[try #require(line.chosen)]

            let (text, list) = try told(app, size)

            let example = " as in \(row.example.replacing("\n", with: "; "))"
            let isWhole = ["", example].contains { text == "\(offer.signature) \(offer.summary)\($0)" }
            #expect(isWhole, "\(row.name): \(text)")
            #expect(list.count { $0.contains("▌") && $0.contains(offer.signature.prefix(12)) } == 1, "\(row.name)")
        }
    }

    @Test func `what does not fit is cut behind a word, and what an operator does is always told`() throws {
        let size = Size(width: 60, height: 16)
        var app = try AppFixture("pace", size: size)
        for row in OperatorTable.operators {
            let line = try #require(try completed(row, &app), "\(row.name) in \(row.example)")
            let offer = line.offers[try #require(line.chosen)]

            var surface = Surface(size)
            RootView(Scene.screen(app.state, app.session)).draw(into: &surface)
            let text = TextOutput.render(surface).split(separator: "\n").dropLast().flatMap { $0.split(separator: " ") }
                .joined(separator: " ")

            // Each text shows as many whole words as fit, and a sign if there are more.
            for words in [offer.signature, offer.summary].map({ $0.split(separator: " ") }) {
                let whole = (1...words.count).last { count in
                    text.contains(" \(words.prefix(count).joined(separator: " "))\(count < words.count ? " …" : "")")
                }
                #expect(try #require(whole, "\(row.name)") >= min(4, words.count), "\(row.name)")
            }
        }
    }
}
