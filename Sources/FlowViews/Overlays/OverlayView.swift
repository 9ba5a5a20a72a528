import FlowScreen

/// An overlay: its picture, its keys in the footer, and its words for reading out.
protocol OverlayView {
    /// Draws it over a frame.
    func draw(into surface: inout Surface)
    /// The keys in the footer; by default the keys to close it and turn its pages.
    func footer(on size: Size) -> [FooterKey]
    /// The whole overlay in lines for reading out.
    var lines: [String] { get }
    /// The lines to read out when it is opened, or when a key has changed its rows or its selection; by default all.
    ///
    /// - Parameter old: The overlay before the key; `nil` unless it had the same rows.
    func answer(after old: ScreenState.Overlay?) -> [String]
    /// The range by which its rows can be scrolled on a screen of some size; by default 0.
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

/// An item of the footer: keys and their effect.
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
