import FlowModel
import FlowScreen
import FlowText
import FlowTrace

extension Signs {
    /// The glyph for a sign.
    public func glyph(of sign: Sign) -> Character {
        switch sign {
        case .value: value
        case .bufferIn: inward
        case .bufferOut: outward
        case .dropped: dropped
        case .request: request
        case .finished: finished
        case .failed: failed
        case .cancelled: cancelled
        case .subscribed: subscribed
        case .state: state
        case .paused: paused
        case .violation: violation
        case .unlimited: unlimited
        case .cut: cut
        case .atLeast: "≥"
        }
    }

    /// The text for a sign within a text.
    func text(of sign: Sign) -> String { prose(String(glyph(of: sign))) }
}

extension Signs {
    /// A demand in few columns: its number, or the sign of no limit.
    func text(of demand: Demand) -> String { demand.count.map(String.init) ?? String(unlimited) }

    /// A value's text. On an ASCII screen, a value without a description is shown by its sign.
    func text(ofValue text: String) -> String { isASCII && text == StreamModel.undescribed ? String(value) : text }

    /// Values in a row.
    func list(_ values: some Sequence<String>) -> String { values.map(text(ofValue:)).joined(separator: ", ") }

    func newest(_ values: [String]) -> String { (values.count > 4 ? "\(cut) " : "") + list(values.suffix(4)) }

    /// The state of a lane in words.
    func words(_ state: LaneState) -> String {
        switch state {
        case .idle: "nothing has happened yet"
        case .live: "\(live) live"
        case .paused(let since): "\(paused) paused since \(Seconds.text(since))"
        case .finished(let at): "\(finished) finished at \(Seconds.text(at))"
        case .failed(let at): "\(failed) failed at \(Seconds.text(at))"
        case .cancelled(let at): "\(cancelled) cancelled at \(Seconds.text(at))"
        case .letGo(let at): "\(cancelled) let go at \(Seconds.text(at))"
        }
    }

    /// A text that names keys, with arrow keys and punctuation written as on this screen.
    public func keys(_ names: String) -> String {
        let named = zip(Signs.unicode.arrowKeys, arrowKeys).reduce(names) { names, key in
            names.split(separator: key.0, omittingEmptySubsequences: false).joined(separator: key.1)
        }
        return prose(named)
    }

    /// A sentence with Unicode punctuation, which becomes ASCII on an ASCII screen.
    func prose(_ text: String) -> String { isASCII ? text.reduce(into: "") { $0 += Signs.punctuation[$1] ?? String($1) } : text }

    /// A foreign text made safe to show: without control sequences, and on an ASCII screen in ASCII only.
    func shown(_ text: String) -> String {
        TextWidth.sanitised(isASCII ? String(prose(text).map { $0.isASCII ? $0 : "?" }) : text)
    }

    private static let punctuation: [Character: String] = [
        "…": "~", "→": "->", "×": "x", "·": "-", "−": "-", "–": "-", "•": "o", "∞": "*", "§": "%", "≥": ">=", "▲": "^",
    ]
}

extension Role {
    /// The role of a tone of the model.
    init(_ tone: Tone) {
        switch tone {
        case .sent: self = .sent
        case .held: self = .held
        case .asked: self = .asked
        case .got: self = .got
        case .lost: self = .lost
        case .error: self = .error
        case .past: self = .past
        case .key: self = .key
        case .plain: self = .text
        }
    }
}
