import FlowScreen
import FlowTestSupport
import Testing

@testable import FlowViews

/// The rows of a screen, for any size and any number of lanes.
@Suite("Layout")
struct LayoutTests {
    private static let seed: UInt64 = 1_935

    private func lanes(_ count: Int, using random: inout SeededChance) -> [ScreenLane] {
        (0..<count).map { index in
            let kind = [ScreenLane.Kind.source, .buffer, .output].randomElement(using: &random) ?? .output
            return ScreenLane(
                kind: kind, index: index, name: "lane \(index)", showsWork: kind == .output && Bool.random(using: &random))
        }
    }

    @Test func `verdict, chosen lane and the caption's lane never leave the screen`() {
        var random = SeededChance(seed: LayoutTests.seed)
        for count in 1...40 {
            for _ in 0..<25 {
                let lanes = lanes(count, using: &random)
                let size = Size(width: .random(in: 60...200, using: &random), height: .random(in: 16...60, using: &random))
                let selection = Int.random(in: 0..<count, using: &random)
                let captionLane = Int.random(in: 0..<count, using: &random)
                let layout = Layout(
                    Layout.Request(
                        size: size, lanes: lanes, selection: selection, captionLane: captionLane, smallBuffers: [],
                        sharesScreen: Bool.random(using: &random)))

                let name = "\(count) lanes on \(size.width)x\(size.height), \(selection) chosen, \(captionLane) in the caption"
                #expect(layout.lanes.contains { $0.index == selection }, "\(name)")
                #expect(layout.lanes.contains { $0.index == captionLane }, "\(name)")
                #expect(layout.lanesAbove + layout.lanesBelow + layout.lanes.count == count, "\(name)")
                #expect((layout.hiddenRow != nil) == (layout.lanes.count < count), "\(name)")
                let rows = rows(of: layout)
                #expect(rows.contains(layout.verdict) && layout.caption.height > 0, "\(name)")
                #expect(Set(rows).count == rows.count && rows.allSatisfy { (1..<(size.height - 1)).contains($0) }, "\(name)")
            }
        }
    }

    @Test func `executors take no row from lanes, and are shown only beside all of them`() {
        var random = SeededChance(seed: LayoutTests.seed)
        var shown = 0
        for count in 1...40 {
            for _ in 0..<25 {
                let lanes = lanes(count, using: &random)
                let size = Size(width: .random(in: 60...200, using: &random), height: .random(in: 16...60, using: &random))
                let selection = Int.random(in: 0..<count, using: &random)
                let sharesScreen = Bool.random(using: &random)
                func layout(executors: Int) -> Layout {
                    Layout(
                        Layout.Request(
                            size: size, lanes: lanes, selection: selection, smallBuffers: [], sharesScreen: sharesScreen,
                            executors: executors))
                }
                let (plain, measured) = (layout(executors: 0), layout(executors: 2))

                let name = "\(count) lanes on \(size.width)x\(size.height)"
                #expect(measured.lanes.map(\.index) == plain.lanes.map(\.index), "\(name)")
                #expect(measured.log == nil ? plain.log == nil : true, "\(name)")
                #expect(plain.executors.isEmpty && [0, 2].contains(measured.executors.count), "\(name)")
                let rows = rows(of: measured)
                #expect(Set(rows).count == rows.count && rows.allSatisfy { (1..<(size.height - 1)).contains($0) }, "\(name)")
                guard !measured.executors.isEmpty else { continue }
                shown += 1
                #expect(measured.hiddenRow == nil && size.width >= 80 && !sharesScreen, "\(name)")
            }
        }
        #expect(shown > 50)
    }

    /// The rows that belong to one part alone, without panels.
    private func rows(of layout: Layout) -> [Int] {
        let lanes = layout.lanes.flatMap { Array($0.y..<($0.y + $0.height)) } + layout.executors
        let caption = Array(layout.caption.y..<(layout.caption.y + layout.caption.height))
        let panels = [layout.inspector, layout.log].compactMap(\.self).map(\.y)
        return [layout.chain, layout.hiddenRow].compactMap(\.self) + [layout.ruler, layout.verdict] + lanes + caption
            + Set(panels)
    }
}
