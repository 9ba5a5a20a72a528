import FlowCore
import FlowTrace
import FlowCombine
import Testing

/// Plays a marble diagram around an operator, and expects exactly the drawn signals.
///
///     try expectDiagram(
///         """
///         a         ^1     B          1
///         b           ^1     A    1
///         output  *^          2 A   B
///         """
///     ) { $0["a"].merge(with: $0["b"]) }
///
/// A diagram has a lane for each neighbour and a column for each signal, so it shows all signals in one order. The lanes that
/// `build` requests are sources; `store` shows the records of a store in the diagram's recorder; all others are subscribers.
///
/// | sign | in the lane of a source | in the lane of a subscriber |
/// |---|---|---|
/// | `*` | | it subscribes |
/// | `^` | it is subscribed to | it gets its subscription |
/// | `~` | it hands over one more subscription | |
/// | `A` | it sends the value A | it gets the value A, `(AB)` where there is more to write |
/// | `\|`, `#` | it finishes, fails | it gets the end; `(#full)` for a failure of the operator's own |
/// | `2`, `∞`, `(12)` | it is asked for so many | it asks for so many |
/// | `²` | that many more are returned for its value | it returns that many |
/// | `x` | it is cancelled | it cancels |
/// | `-` | a tick passes, for all | |
///
/// In a store `+A` enters, `>A` leaves, and `oA`, `nA`, `eA`, `cA`, `dA` is dropped: as the oldest, as the newest, by an error,
/// by a cancel, for lack of demand.
///
/// Neighbours act as drawn: after a gap or a tick, from outside; otherwise within the signal before. `^2` requests within the
/// subscription, `^ 2` after it.
///
/// - Parameters:
///   - tick: The time between two ticks. A timer that fires between ticks fails the diagram.
///   - describe: The text of an output.
///   - build: Makes the publisher under test from the sources it names.
public func expectDiagram<Output>(
    _ text: String, tick: VirtualTime.Stride = .milliseconds(250), describe: @escaping (Output) -> String = { "\($0)" },
    sourceLocation: SourceLocation = #_sourceLocation, _ build: (MarbleDiagram) -> some Publisher<Output, FlowError>
) throws {
    if let difference = try MarbleDiagram.difference(text, tick: tick, describe: describe, build) {
        Issue.record("\(difference)", sourceLocation: sourceLocation)
    }
}

/// A marble diagram while it is played; see ``expectDiagram(_:tick:describe:sourceLocation:_:)``.
public final class MarbleDiagram {
    /// The reason that a diagram cannot be played.
    public struct Mistake: Error, CustomStringConvertible {
        public let description: String
    }

    /// A signal in a lane, or a tick, which is in none.
    struct Mark: Equatable {
        let lane: Int?
        let sign: String
        /// Whether a gap precedes it.
        let isApart: Bool

        static func == (one: Mark, other: Mark) -> Bool {
            one.lane == other.lane && one.sign == other.sign
        }
    }

    public let scheduler = VirtualTimeScheduler()
    /// Records the events of the lane `store`.
    public let recorder: Recorder
    /// The expected signals.
    let drawn: [Mark]
    /// The signals so far.
    private(set) var happened: [Mark] = []

    private let lanes: [String]
    private let tick: VirtualTime.Stride
    private var sources: [Int: RecordingPublisher<String, FlowError>] = [:]
    private var subscribe: (Int) -> Void = { _ in }
    private var request: (Int, Subscribers.Demand) -> Void = { _, _ in }
    private var cancel: (Int) -> Void = { _ in }
    private var records = TraceLog()
    private var ticks: Int64 = 0
    /// The sources that are handling a request, innermost last.
    private var answering: [Int] = []
    /// Whether the next mark is an action from outside.
    private var isApart = false
    private var isOnTrack = true

    init(_ text: String, tick: VirtualTime.Stride) throws(Mistake) {
        (lanes, drawn) = try MarbleDiagram.parse(text)
        self.tick = tick
        recorder = Recorder(clock: scheduler.clock.traceClock)
    }

    /// The source of the drawn lane with this name.
    public subscript(name: String) -> RecordingPublisher<String, FlowError> {
        guard let lane = lanes.firstIndex(of: name) else { preconditionFailure("there is no lane '\(name)' in \(lanes)") }
        if let source = sources[lane] { return source }
        let source = RecordingPublisher<String, FlowError>(on: scheduler)
        sources[lane] = source
        source.onSignal = { [unowned self] signal in
            note(lane, signal) { $0 }
            switch signal {
            case .requested, .cancelled:
                answering.append(lane)
                playInside(lane)
                answering.removeLast()
            default: break
            }
        }
        return source
    }

    /// The expected and the real signals, one above the other; `nil` if both are the same.
    ///
    /// The parameters are those of ``expectDiagram(_:tick:describe:sourceLocation:_:)``.
    public static func difference<Output>(
        _ text: String, tick: VirtualTime.Stride = .milliseconds(250), describe: @escaping (Output) -> String = { "\($0)" },
        _ build: (MarbleDiagram) -> some Publisher<Output, FlowError>
    ) throws(Mistake) -> String? {
        let diagram = try MarbleDiagram(text, tick: tick)
        diagram.play(build(diagram), describe: describe)
        guard diagram.happened != diagram.drawn else { return nil }
        return "drawn\n\(diagram.text(of: diagram.drawn))\nhappened\n\(diagram.text(of: diagram.happened))"
    }

    // MARK: Playing

    func play<Output>(_ publisher: some Publisher<Output, FlowError>, describe: @escaping (Output) -> String) {
        var subscribers: [Int: RecordingSubscriber<Output, FlowError>] = [:]
        for lane in lanes.indices where sources[lane] == nil && lanes[lane] != "store" {
            let subscriber = RecordingSubscriber<Output, FlowError>(on: scheduler) { [unowned self] _, _ in
                playInside(lane)
                return returned(lane)
            }
            subscriber.onSignal = { [unowned self] signal in
                note(lane, signal, describe)
                switch signal {
                case .subscribed, .completion: playInside(lane)
                default: break
                }
            }
            subscribers[lane] = subscriber
        }
        subscribe = { publisher.subscribe(subscribers[$0]!) }
        request = { subscribers[$0]?.request($1) }
        cancel = { subscribers[$0]?.cancel() }
        while let next {
            if next.lane == nil {
                mark(nil, "-")
                ticks += 1
                scheduler.advance(to: VirtualTime(nanoseconds: ticks * tick.nanoseconds))
            } else {
                isApart = true
                guard act(next) else { break }
            }
            readStore()
        }
        // The subscribers may be the only owners of everything else.
        scheduler.removeAll()
        withExtendedLifetime(subscribers) {}
    }

    /// The next expected signal, if all signals so far were expected.
    private var next: Mark? {
        isOnTrack && happened.count < drawn.count ? drawn[happened.count] : nil
    }

    /// Performs the neighbours' actions within the signal that `lane` has just received. A source that is answering a request
    /// sends one value after the other.
    private func playInside(_ lane: Int) {
        while let next, !next.isApart, let actor = next.lane, actor == lane || !answering.contains(actor), act(next) {}
    }

    /// Performs a drawn signal, if it is an action of a neighbour.
    private func act(_ mark: Mark) -> Bool {
        guard let lane = mark.lane, let first = mark.sign.first else { return false }
        guard let source = sources[lane] else {
            switch first {
            case "*":
                self.mark(lane, "*")
                subscribe(lane)
            case "x": cancel(lane)
            default:
                guard let demand = MarbleDiagram.demand(mark.sign) else { return false }
                request(lane, demand)
            }
            return true
        }
        switch first {
        case "~":
            self.mark(lane, "~")
            source.sendSubscription()
        case "|": source.send(completion: .finished)
        case "#": source.send(completion: .failure(FlowError("#")))
        case "x": return false
        case let letter where letter.isLetter: source.send(mark.sign)
        default: return false
        }
        return true
    }

    /// The demand that the subscriber returns for the value that it just got.
    private func returned(_ lane: Int) -> Subscribers.Demand {
        guard let next, next.lane == lane, !next.isApart, let count = MarbleDiagram.raised.firstIndex(of: next.sign) else {
            return .none
        }
        return .max(count)
    }

    // MARK: Drawing

    private static let raised = "⁰¹²³⁴⁵⁶⁷⁸⁹".map(String.init)

    private static func demand(_ sign: String) -> Subscribers.Demand? {
        sign == "∞" ? .unlimited : Int(sign.trimming("()")).map { .max($0) }
    }

    private func note<Value>(
        _ lane: Int, _ signal: RecordedSignal<Value, FlowError>.Signal, _ describe: (Value) -> String
    ) {
        readStore()
        switch signal {
        // A source's further subscription is marked as such.
        case .subscribed where happened.last == Mark(lane: lane, sign: "~", isApart: false): break
        case .subscribed: mark(lane, "^")
        case .requested(let demand): mark(lane, demand.max.map { MarbleDiagram.sign("\($0)") } ?? "∞")
        case .value(let value), .dropped(let value): mark(lane, MarbleDiagram.sign(describe(value)))
        case .returned(let demand): mark(lane, demand.max.flatMap { $0 < 10 ? MarbleDiagram.raised[$0] : nil } ?? "(+\(demand))")
        case .completion(.finished): mark(lane, "|")
        case .completion(.failure(let error)): mark(lane, error.message == "#" ? "#" : "(#\(error))")
        case .cancelled: mark(lane, "x")
        case .note(let text): mark(lane, "(\(text))")
        }
    }

    private static func sign(_ text: String) -> String {
        text.count == 1 ? text : "(\(text))"
    }

    /// Reads the store's records so far.
    private func readStore() {
        guard let lane = lanes.firstIndex(of: "store") else { return }
        let known = records.count
        recorder.drain(into: &records)
        for entry in records.entries(after: known) {
            let kind =
                switch entry.kind {
                case .buffered: "+"
                case .unbuffered: ">"
                default: String(entry.event.dropReason?.name.split(separator: " ").last?.first ?? "?")
                }
            mark(lane, kind + (records.value(of: entry)?.description ?? ""))
        }
    }

    private func mark(_ lane: Int?, _ sign: String) {
        let isOnTime = scheduler.now.nanoseconds == ticks * tick.nanoseconds || lane == nil
        let mark = Mark(lane: lane, sign: isOnTime ? sign : "(\(sign) at \(scheduler.now))", isApart: isApart)
        if happened.count >= drawn.count || drawn[happened.count] != mark { isOnTrack = false }
        happened.append(mark)
        isApart = false
    }

    func text(of marks: [Mark]) -> String {
        let width = lanes.map(\.count).max() ?? 0
        var rows = lanes.map { $0 + String(repeating: " ", count: width - $0.count + 1) }
        for (index, mark) in marks.enumerated() {
            let gap = mark.isApart && index > 0 && marks[index - 1].lane != nil ? " " : ""
            for lane in rows.indices {
                let isHere = mark.lane == nil || mark.lane == lane
                rows[lane] += gap + (isHere ? mark.sign : String(repeating: " ", count: mark.sign.count))
            }
        }
        return rows.map { row in String(row.reversed().drop { $0 == " " }.reversed()) }.joined(separator: "\n")
    }

    // MARK: Reading

    private static func parse(_ text: String) throws(Mistake) -> (lanes: [String], marks: [Mark]) {
        let lines = text.split(separator: "\n").map { Array($0) }
        let names = lines.map { String($0.prefix { $0 != " " }) }
        let first = (names.map(\.count).max() ?? 0) + 1
        let width = lines.map(\.count).max() ?? 0
        var (column, isApart) = (first, false)
        var marks: [Mark] = []
        while column < width {
            let here = lines.indices.filter { column < lines[$0].count && lines[$0][column] != " " }
            guard let lane = here.first else {
                (column, isApart) = (column + 1, true)
                continue
            }
            var sign = String(lines[lane][column])
            if sign == "-" {
                guard here.allSatisfy({ lines[$0][column] == "-" }) else {
                    throw Mistake(description: "column \(column + 1): a tick passes in all lanes")
                }
            } else if here.count > 1 {
                throw Mistake(description: "column \(column + 1): signals of '\(names[lane])' and '\(names[here[1]])'")
            } else if sign == "(" {
                sign = String(lines[lane][column...].prefix { $0 != ")" }) + ")"
            } else if names[lane] == "store" {
                sign = String(lines[lane][column...].prefix(2))
            }
            let isAfterTick = marks.last?.lane == nil && !marks.isEmpty
            marks.append(
                Mark(
                    lane: sign == "-" ? nil : lane, sign: sign, isApart: sign != "-" && (isApart || isAfterTick || marks.isEmpty))
            )
            column += sign.count
            isApart = false
        }
        return (names, marks)
    }
}

extension String {
    fileprivate func trimming(_ signs: String) -> String {
        String(drop { signs.contains($0) }.reversed().drop { signs.contains($0) }.reversed())
    }
}
