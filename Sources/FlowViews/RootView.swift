import FlowModel
import FlowScreen
import FlowTrace
import FlowVerdict

/// Draws a whole frame; the same state gives the same frame.
public struct RootView {
    private let state: ScreenState
    private let signs: Signs
    private let hasColour: Bool

    /// Creates a view of a state.
    ///
    /// - Parameters:
    ///   - signs: The signs of the terminal: Unicode or ASCII.
    ///   - hasColour: Whether the terminal shows colour; without it faint lines are omitted.
    public init(_ state: ScreenState, signs: Signs = .unicode, hasColour: Bool = true) {
        self.state = state
        self.signs = signs
        self.hasColour = hasColour
    }

    /// Draws into a surface of any size, from 0×0 up.
    public func draw(into surface: inout Surface) {
        guard surface.width >= Layout.minimum.width, surface.height >= Layout.minimum.height else {
            drawTooSmall(into: &surface)
            return
        }
        surface.fill(surface.bounds, style: Style())
        let size = Size(width: surface.width, height: surface.height)
        let rows = panelRows(on: size)
        if rows > 0 {
            var rest = Surface(width: size.width, height: size.height - rows)
            rest.fill(rest.bounds, style: Style())
            drawStreams(into: &rest)
            surface.put(rest, x: 0, y: 0)
            drawPanel(into: &surface, area: Rect(x: 0, y: size.height - 1 - rows, width: size.width, height: rows))
        } else {
            drawStreams(into: &surface)
        }
        HeaderView(state: state, signs: signs, screenWidth: surface.width).draw(into: &surface, y: 0)
        overlay?.draw(into: &surface)
        if state.overlay != nil, !state.isTyping, let notice = state.notice { draw(notice, into: &surface) }
        if let editor = state.editor { EditorView(editor, signs: signs).draw(into: &surface) }
        footer(on: surface.size).draw(into: &surface, y: surface.height - 1)
    }

    /// The number of rows of the panel above the footer.
    private func panelRows(on size: Size) -> Int {
        if let panel = state.tried { return TriedView.height(of: panel, on: size) }
        return state.tour.map { TourView.height(of: $0, on: size) } ?? 0
    }

    private func drawPanel(into surface: inout Surface, area: Rect) {
        if let panel = state.tried {
            TriedView(panel: panel, table: state.table, signs: signs).draw(into: &surface, area: area)
        } else if let panel = state.tour {
            TourView(panel: panel, signs: signs).draw(into: &surface, area: area)
        }
    }

    /// Draws the list of pipelines, or the lanes of one or two streams.
    private func drawStreams(into surface: inout Surface) {
        if let list = state.list {
            PipelineListView(state: state, list: list, signs: signs).draw(into: &surface)
        } else if state.panes.count > 1 {
            drawTwoPanes(into: &surface)
        } else {
            PaneView(
                state: state, pane: state.panes[0], columns: columns(width: surface.width), sharesScreen: false, signs: signs,
                hasGrid: hasGrid
            )
            .draw(into: &surface, width: surface.width, height: surface.height)
        }
    }

    /// The smallest useful screen.
    public static let minimumSize = Layout.minimum

    /// The width from which two variants fit side by side.
    public static let widthOfTwoPanes = 120

    /// The meaning of a click.
    public enum Target: Hashable, Sendable {
        /// A key of the footer.
        case key(Key)
        /// A line of the list of pipelines, with its fold if several share it.
        case pipeline(PipelineID, PipelineListing.Fold?)
        case lane(Int)
        /// A row of the overlay; in the picker, the index of the scenario.
        case row(Int)
        /// An event, in a line of the log.
        case event(Int)
        /// A moment on the time axis.
        case time(TraceTime)
    }

    /// The target at a position of a screen of some size, `nil` if a click has no meaning there.
    public func target(at position: Point, size: Size) -> Target? {
        guard size.width >= Layout.minimum.width, size.height >= Layout.minimum.height else { return nil }
        if position.y == size.height - 1 {
            return footer(on: size).key(at: position.x, width: size.width).map(Target.key)
        }
        if let overlay { return overlay.target(at: position, size: size) }
        let size = Size(width: size.width, height: size.height - panelRows(on: size))
        guard position.y < size.height - 1 else { return nil }
        if let list = state.list {
            return PipelineListView.index(atRow: position.y, in: list).map {
                .pipeline(list.lines[$0].row.id, list.lines[$0].fold)
            }
        }
        return targetOnLanes(position, size)
    }

    private func targetOnLanes(_ position: Point, _ size: Size) -> Target? {
        let sharesScreen = state.panes.count > 1
        let width = sharesScreen ? (size.width - 2) / 2 : size.width
        let columns = sharesScreen ? Columns(paneWidth: width) : columns(width: width)
        let view = PaneView(
            state: state, pane: state.panes[0], columns: columns, sharesScreen: sharesScreen, signs: signs, hasGrid: false)
        let layout = view.layout(width: width, height: size.height)
        if let key = view.captionKey(at: position, in: layout) { return .key(key) }
        if position.y == layout.ruler {
            let (axis, column) = (view.axis, position.x - view.axis.x)
            guard axis.columns.contains(column) else { return nil }
            let time = axis.start(of: column)
            return state.panes[0].isByEvent ? .event(max(1, view.drawn.model.moment(at: time).sequence)) : .time(time)
        }
        if let log = layout.log, position.x >= log.x, position.x < width {
            let lines = Rect(x: log.x, y: log.y + 1, width: log.width, height: log.height - 1)
            if let event = LogView(pane: state.panes[0], signs: signs).event(at: position, in: lines) { return .event(event) }
        }
        return layout.lanes.first { ($0.y..<($0.y + $0.height)).contains(position.y) }.map { .lane($0.index) }
    }

    /// The number of overlay rows on a screen of some size.
    public static func overlayRows(on size: Size) -> Int {
        max(1, OverlayBox.tall(on: size).height)
    }

    private func columns(width: Int) -> Columns { RootView.columns(for: state.panes[0].model, width: width) }

    private static func columns(for model: StreamModel, width: Int) -> Columns {
        let names = model.lanes.map { TextWidth.width(of: TextWidth.sanitised($0.spec.name)) }
        return Columns(width: width, longestName: names.max() ?? 0)
    }

    /// The number of columns of the time axis of a stream on a screen of some width.
    public static func timeColumns(of model: StreamModel, width: Int) -> Int { columns(for: model, width: width).lanes }

    private var hasGrid: Bool { hasColour && !signs.isASCII }

    private func drawTwoPanes(into surface: inout Surface) {
        let width = (surface.width - 2) / 2
        for (index, pane) in state.panes.prefix(2).enumerated() {
            let x = index == 0 ? 0 : surface.width - width
            var side = Surface(width: width, height: surface.height)
            // The result of a rerun appears in the rerun's pane, any other answer in the first pane.
            let showsNotice = index == (state.keys.turn == nil ? 0 : 1)
            PaneView(
                state: state, pane: pane, columns: Columns(paneWidth: width), sharesScreen: true, signs: signs, hasGrid: hasGrid,
                showsNotice: showsNotice
            )
            .draw(into: &side, width: width, height: surface.height)
            surface.put(side, x: x, y: 0)
        }
        for y in 1..<(surface.height - 1) { surface.put(signs.paneDivider, x: width, y: y, style: Style(.rule)) }
    }

    private var overlay: (any OverlayView)? { state.overlayView(signs: signs, hasColour: hasColour) }

    private func footer(on size: Size) -> FooterView {
        FooterView(state: state, signs: signs, overlay: overlay?.footer(on: size))
    }

    /// Draws the answer to a key in the row that no overlay covers.
    private func draw(_ notice: String, into surface: inout Surface) {
        let y = surface.height - 2
        surface.fill(Rect(x: 0, y: y, width: surface.width, height: 1), style: Style(.text, on: .caption))
        surface.put(signs.captionMark, x: 0, y: y, style: Style(.key, on: .caption))
        let text = TextWidth.cut(TextWidth.sanitised(signs.prose(notice)), to: surface.width - 3, mark: signs.cut)
        surface.put(text, x: 2, y: y, style: Style(.text, on: .caption))
    }

    /// The rows by which the overlay is scrolled, limited to its range.
    public func scroll(on size: Size) -> Int {
        let range = overlay?.scrollRange(on: size) ?? 0...0
        return min(max(state.scroll, range.lowerBound), range.upperBound)
    }

    /// The number of visible lanes on a screen of some size.
    public static func laneCount(of lanes: [ScreenLane], selection: Int, on size: Size) -> Int {
        let request = Layout.Request(size: size, lanes: lanes, selection: selection, smallBuffers: [], sharesScreen: false)
        return max(1, Layout(request).lanes.count)
    }

    private func drawTooSmall(into surface: inout Surface) {
        surface.fill(surface.bounds, style: Style())
        let needs = "needs \(Layout.minimum.width)\(signs.times)\(Layout.minimum.height)"
        let size = "\(surface.width)\(signs.times)\(surface.height)"
        let wordings = ["flowviz \(needs), this is \(size)", "\(needs), is \(size)", needs]
        let text = wordings.first { $0.count <= surface.width } ?? needs
        surface.put(text, x: max(0, (surface.width - text.count) / 2), y: surface.height / 2)
    }
}
