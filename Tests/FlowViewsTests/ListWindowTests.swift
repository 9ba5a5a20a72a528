import FlowTrace
import FlowViews
import Testing

@testable import FlowModel
@testable import FlowVerdict

/// Which lines of a long list are visible.
@Suite("The visible lines of the list")
struct ListWindowTests {
    /// Four live pipelines, then an open line with an open line of twenty in it, and three single ones.
    private static let lines: [PipelineListing.Line] = {
        let end = TraceTime(seconds: 50)
        let rows = (1...27).map { number in
            let summary = PipelineSummary(
                id: PipelineID(edge: EdgeID(rawValue: UInt32(number))), stages: ["timer \(number)"], shape: ["timer"], more: 0,
                began: .zero, doubts: [], state: number > 4 ? .finished(at: end) : .live, outstanding: .none, held: HeldCount(0),
                dropped: 0, rateIn: nil, rateOut: nil,
                place: (5...24).contains(number) ? SourcePlace(CodeLocation(fileID: "App/Handler.swift", line: 9)) : nil)
            return PipelineRow(summary, nil, at: TraceTime(seconds: 100))
        }
        let filter = PipelineFilter("")
        let folds = PipelineListing(rows, by: .trouble, matching: filter, unfolded: [.over]).lines.compactMap(\.fold)
        return PipelineListing(rows, by: .trouble, matching: filter, unfolded: Set(folds)).lines
    }()

    private func visible(_ selection: Int, room: Int) -> [Int] {
        ListWindow.indices(of: ListWindowTests.lines, selection: selection, room: room)
    }

    @Test func `the lines above a selected pipeline stay, and so do some of the others`() {
        #expect(ListWindowTests.lines.map(\.depth) == [0, 0, 0, 0, 0, 1] + Array(repeating: 2, count: 20) + [1, 1, 1])
        #expect(visible(0, room: 16) == Array(0..<16))
        #expect(visible(4, room: 16) == Array(0..<16))
        #expect(visible(20, room: 16) == Array(0...5) + Array(16...25))
        #expect(visible(28, room: 16) == Array(0...4) + Array(18...28))
        #expect(visible(20, room: 9) == [1, 2, 3, 4, 5, 19, 20, 21, 22])
    }

    @Test(arguments: 0...40) func `the selected line is visible in any room, with the lines that it is part of`(room: Int) {
        let lines = ListWindowTests.lines
        for selection in lines.indices {
            let visible = visible(selection, room: room)

            #expect(visible.count == min(room, lines.count))
            #expect(zip(visible, visible.dropFirst()).allSatisfy { $0 < $1 })
            #expect(room == 0 || visible.contains(selection), "\(selection) in \(visible)")
            guard room >= 6, selection > 4 else { continue }
            #expect(visible.contains(4) && visible.contains { $0 < 4 }, "\(selection) in \(visible)")
            #expect(!(6...25).contains(selection) || visible.contains(5), "\(selection) in \(visible)")
        }
    }

    @Test func `an empty list has no visible lines`() { #expect(ListWindow.indices(of: [], selection: 0, room: 5) == []) }
}
