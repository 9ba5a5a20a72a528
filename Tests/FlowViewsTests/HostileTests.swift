import FlowScreen
import FlowTrace
import FlowViews
import Testing

@Suite("Hostile values")
struct HostileTests {
    private static let sizes = [Size(width: 60, height: 16), Size(width: 80, height: 24), Size(width: 120, height: 36)]
    private static let overlays: [ScreenState.Overlay?] =
        [nil, .log(last: nil), .inspector, .breakpoints(row: 0)] + (1...12).map { .why(event: $0, row: 0) }

    private func frame(_ size: Size, selection: Int, overlay: ScreenState.Overlay?, texts: [String] = HostileTrace.texts)
        -> Surface
    {
        var screen = HostileTrace.screen(texts: texts)
        screen.selection = selection
        screen.overlay = overlay
        screen.breakpoints = texts.map { BreakpointRow(text: "value = \($0)", problem: $0) }
        screen.typed = (texts.joined(), texts.joined())
        var surface = Surface(size)
        RootView(screen).draw(into: &surface)
        return surface
    }

    @Test func `no control, format or private scalar reaches a cell`() {
        for size in HostileTests.sizes {
            for overlay in HostileTests.overlays {
                for selection in 0..<4 {
                    let text = TextOutput.render(frame(size, selection: selection, overlay: overlay))
                    let bad = Array(text.unicodeScalars).filter { $0 != "\n" && $0.properties.generalCategory.isUnsafe }

                    #expect(bad == [], "\(size.width)x\(size.height)")
                }
            }
        }
    }

    @Test func `every row is exactly as wide as the screen`() {
        for size in HostileTests.sizes {
            let surface = frame(size, selection: 1, overlay: nil)

            #expect((0..<size.height).allSatisfy { TextWidth.width(of: surface.row($0)) == size.width })
        }
    }

    /// For any values, the names and counts beside the lanes keep their positions.
    @Test func `values do not move labels`() {
        let plain = HostileTrace.texts.indices.map { "\($0)" }
        for size in HostileTests.sizes {
            let hostile = frame(size, selection: 1, overlay: nil)
            let tame = frame(size, selection: 1, overlay: nil, texts: plain)
            let label = size.width >= 110 ? 13 : 10
            let rows = (0..<size.height).filter { y in
                if case .lane = RootView(HostileTrace.screen()).target(at: Point(x: 0, y: y), size: size) { true } else { false }
            }

            #expect(rows.count >= 8)
            for y in rows {
                #expect((0..<label).map { hostile[$0, y] } == (0..<label).map { tame[$0, y] }, "row \(y)")
            }
        }
    }
}

extension Unicode.GeneralCategory {
    /// Whether a terminal may act on such a scalar, or show it in an unknown way.
    fileprivate var isUnsafe: Bool {
        switch self {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
