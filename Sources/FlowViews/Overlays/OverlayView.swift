import FlowScreen

/// An overlay: how it is drawn, which keys the footer names, and how it is read out.
protocol OverlayView {
    /// Draws it over a frame.
    func draw(into surface: inout Surface)
    /// The keys in the footer; by default the ones for closing it and turning its pages.
    func footer(on size: Size) -> [FooterKey]
    /// All of it, in lines that can be read out.
    var lines: [String] { get }
    /// The lines that are read out once it is opened, or a key has changed its rows or its selection; by default all.
    ///
    /// - Parameter old: The overlay before, if it had the same rows.
    func answer(after old: ScreenState.Overlay?) -> [String]
    /// How far its rows can be moved on a screen of some size; by default not at all.
    func scrollRange(on size: Size) -> ClosedRange<Int>
    /// The meaning of a click; by default none.
    func target(at position: Point, size: Size) -> RootView.Target?
}

extension OverlayView {
    func footer(on size: Size) -> [FooterKey] { scrollRange(on: size) == 0...0 ? [.close] : [.close, .page] }
    func answer(after old: ScreenState.Overlay?) -> [String] { lines }
    func scrollRange(on size: Size) -> ClosedRange<Int> { 0...0 }
    func target(at position: Point, size: Size) -> RootView.Target? { nil }
}

/// An item of the footer: keys, and what they do.
struct FooterKey {
    let keys: KeyText
    let words: String
    let isHighlighted: Bool

    init(_ keys: KeyText, _ words: String, isHighlighted: Bool = false) {
        (self.keys, self.words, self.isHighlighted) = (keys, words, isHighlighted)
    }

    static let close = FooterKey("\(.close)", "closes", isHighlighted: true)
    static let choose = FooterKey("\(.laneUp) \(.laneDown)", "choose")
    static let page = FooterKey("\(Command.pageUp) \(Command.pageDown)", "a page")
}
