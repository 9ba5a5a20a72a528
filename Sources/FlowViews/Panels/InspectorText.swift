import FlowModel
import FlowScreen
import FlowText
import FlowTrace

/// The words of an inspector row: its name, its text, and its facts for a digest.
struct InspectorText {
    /// The layout of a row.
    enum Layout {
        /// The first wording that fits, otherwise the last one, cut.
        case line([String])
        /// A journey, in at most two lines.
        case journey(String)
        /// The held values with a mark on the next one to leave, then their number.
        case contents([String], fact: String)
        /// The number of lost values, and the newest of them.
        case lost([String], count: Int)
        /// A fact, and below it as much of its meaning as fits.
        case violation(String, meaning: String)
        /// A bar for each value.
        case waits([Wait])
    }

    /// A fact for a digest, and its rank: the lower, the more telling.
    typealias Fact = (rank: Int, text: String)

    let name: String
    let layout: Layout
    private(set) var role = Role.text
    /// The elapsed share of a wait, 0 to 1; `nil` for a row without one.
    private(set) var progress: Double?
    let facts: [Fact]

    /// - Parameter next: The value that leaves the buffer next.
    init(_ row: InspectorRow, signs: Signs, next: String? = nil) {
        switch row {
        case .holds(let contents):
            let limit = contents.capacity.map { " of \($0)" } ?? ""
            let fact = "\(contents.count.words)\(limit), peak \(contents.peak) at \(Seconds.text(contents.peakAt))"
            self.init("holds", .contents(contents.values, fact: fact), facts: [])
        case .ledger(let account):
            let ledger = LedgerText(account, signs: signs)
            let fact = ledger.sum + (ledger.trouble.map { "  \($0)" } ?? "")
            self.init("counts", .line(ledger.wordings), facts: [(account.name == nil ? 0 : 3, fact)])
            if account.missing != 0, account.unknown.isEmpty { role = .error }
        case .journey(let words): self.init("journey", .journey(words), facts: [])
        case .violation(let violation):
            let times = violation.count > 1 ? ", \(violation.count) times" : ""
            let fact =
                "\(signs.violation)\(violation.rule.number) \(violation.rule.title) at \(Seconds.text(violation.last))\(times)"
            let meaning = [violation.known, violation.rule.explanation, violation.rule.source].compactMap(\.self).joined(
                separator: " · ")
            self.init("broke", .violation(fact, meaning: meaning), facts: [(0, fact)])
        case .dropped(let values, let count): self.init("dropped", .lost(values, count: count), facts: [])
        case .rate(let rate):
            let (input, output, way) = (rate.input.words, rate.output?.words, rate.evicts ? "evicted" : "out")
            let flow = "in \(input)\(output.map { "   \(way) \($0)" } ?? "")"
            self.init(
                "rate", .line(["\(flow)   \(rate.window.words)", "\(flow)   \(rate.window.brief)\(signs.cut)"]),
                facts: [(6, "rate in \(input)\(output.map { "  \(way) \($0)" } ?? "")  \(rate.window.words)")])
        case .demand(let demand):
            let at = demand.at.map { " at \(Seconds.text($0))" } ?? ""
            let onTheWay = demand.onTheWay > 0 ? ", \(ValueCount.words(demand.onTheWay)) coming" : ""
            let outstanding = "\(signs.text(of: demand.count)) outstanding\(onTheWay)"
            let last = demand.last.map { "   last \(signs.request)\(signs.text(of: $0))" } ?? ""
            let text = outstanding + (last.isEmpty ? "" : last + at)
            self.init(
                "demand",
                .line(
                    (demand.metBy.map { ["\(text), met by value \($0)", "\(text), met by \($0)"] } ?? []) + [
                        text, "\(outstanding)\(last)\(signs.cut)",
                    ]),
                facts: [(5, outstanding)])
        case .full(let full):
            let lasts = full.lasts.map { ", for \(Seconds.duration(nanoseconds: $0))" } ?? ""
            let state = full.since.map { "   full since \(Seconds.text($0))\(lasts)" }
            self.init(
                "when full", .line([full.policy + (state ?? "   prefetch: .\(full.prefetch)"), full.policy]),
                facts: full.since.map { [(1, "full since \(Seconds.text($0))")] } ?? [])
        case .pace(let pace):
            let next = pace.nextIn.map { "   next in \(Seconds.short(nanoseconds: $0)) s" } ?? ""
            self.init(
                "pace", .line(["every \(pace.interval)\(pace.waitsForSink ? "   waits for the sink" : next)"]),
                facts: pace.brief.map { [(4, $0)] } ?? [])
            progress = pace.fraction
        case .waited(let waits): self.init("waited", .waits(waits), facts: InspectorText.facts(of: waits, next: next))
        case .sent(let count):
            self.init("sent", .line([ValueCount.words(count)]), facts: [(0, "sent \(count)")])
        case .lost(let loss):
            let more = loss.count > loss.values.count ? "\(signs.cut) " : ""
            self.init(
                "dropped",
                .line(["\(ValueCount.words(loss.count)): \(more)\(signs.list(loss.values))   \(loss.reason.name)"]),
                facts: [(1, "\(loss.count) dropped: \(signs.newest(loss.values)), \(loss.reason.name)")])
            role = .lost
        case .state(let state): self.init("state", plain: signs.words(state))
        case .asked(let asked):
            let count = "\(signs.text(of: asked.count)) in \(asked.requests) \(asked.requests == 1 ? "request" : "requests")"
            let returned = "+ returned \(signs.text(of: asked.returned))"
            self.init(
                "asked", .line(["\(count)   \(returned)"]),
                facts: [(0, "asked \(count)" + (asked.returned == .none ? "" : " \(returned)"))])
        case .received(let count, let sent):
            let text = "\(count)" + (sent.map { " of \($0) sent" } ?? "")
            self.init("delivered", .line([text]), facts: [(1, "delivered \(text)")])
        case .lives(let live, let ended): self.init("lives", .line(["\(live) open, \(ended) ended"]), facts: [])
        case .life(let choice, let life, let known):
            let among = known.map { "; of \($0) with a known beginning" } ?? ""
            self.init(choice.name, .line([life.words(in: signs) + among]), facts: [])
            if choice == .failed { role = .error }
        case .replayed(let values, let kept):
            let (list, waits) = (signs.list(values), kept.map { Seconds.duration(nanoseconds: $0) }.joined(separator: ", "))
            self.init(
                "replayed", .line(["\(list)   kept \(waits)"]), facts: [(1, "replayed \(list)"), (2, "waited \(waits)")])
        case .latency(let latency):
            let parts = [("least", latency.least), ("mean", latency.mean), ("most", latency.most)]
            let text = parts.map { "\($0) \(Seconds.duration(nanoseconds: $1))" }.joined(separator: "  ")
            self.init("latency", plain: text + (latency.count > 1 ? "  of \(latency.count)" : ""))
        case .whenBusy(let levels):
            let all = levels.joined()
            let verdict = all.allSatisfy { $0 == .none } ? "   nothing could come" : all.contains(.none) ? "" : "   never 0"
            let text = levels.map { $0.map(signs.text).joined(separator: ", ") }.joined(separator: " and ")
            self.init("when busy", plain: "demand \(text)\(verdict)")
        case .arrivedBusy(let values):
            self.init(
                "arrived", plain: "\(values.count) \(values.count == 1 ? "value" : "values") during work: \(signs.list(values))")
        case .note(let note): self.init(note.kind, plain: "\(note.value)   since \(Seconds.text(note.since))")
        case .undescribed(let type):
            let hint = "not written down; record --values all shows them"
            let wordings = ["\(type ?? "of some type"), \(hint)", hint, "record --values all shows them"]
            self.init("values", .line(wordings), facts: [(3, "values \(wordings[0])")])
        case .doubt(let doubt):
            self.init("doubt", .line(doubt.wordings), facts: [(1, "\(EdgeUncertainty.sign) \(doubt.wordings.last ?? "")")])
            role = .lost
        case .labelled(let location): self.init("made at", plain: TextWidth.sanitised(location.description))
        case .subscribedAt(let place): self.init("subscribed", plain: TextWidth.sanitised(place.short))
        case .fedAt(let places, let more):
            let others = more > 0 ? ", \(more) more" : ""
            self.init("fed at", plain: TextWidth.sanitised(places.map(\.short).joined(separator: ", ") + others))
        case .feeds(let words): self.init("feeds", plain: TextWidth.sanitised(words))
        case .fedBy(let words): self.init("fed by", plain: TextWidth.sanitised(words))
        case .ended(let state, let received): self.init("ended", plain: "\(signs.words(state)), \(received) delivered")
        }
    }

    private init(_ name: String, _ layout: Layout, facts: [Fact]) {
        self.name = name
        self.layout = layout
        self.facts = facts
    }

    /// A row whose words are the same in a digest.
    private init(_ name: String, plain text: String) {
        let prefix = name == "state" || name == "ended" ? "" : name + " "
        self.init(name, .line([text]), facts: [(3, prefix + text.split(separator: "   ").joined(separator: ", "))])
    }

    private static func facts(of waits: [Wait], next: String?) -> [Fact] {
        let waiting = waits.first { $0.isSoFar && $0.value == next }.map {
            (2, "[\($0.value)] waiting \(Seconds.duration(nanoseconds: $0.nanoseconds))")
        }
        let longest = waits.first { $0.longest == .ofAll }.map {
            let value = $0.value == StreamModel.undescribed ? "" : " (\($0.value))"
            return (3, "longest \(Seconds.duration(nanoseconds: $0.nanoseconds))\(value)")
        }
        return [longest, waiting].compactMap(\.self)
    }
}

extension InspectorRow.LifeChoice {
    fileprivate var name: String {
        switch self {
        case .failed: "failed"
        case .longest: "longest"
        case .last: "last"
        }
    }
}

extension EndedLife {
    /// `✓ finished at 12.30, lasted 0.101 s, 3 delivered`.
    fileprivate func words(in signs: Signs) -> String {
        let end = state.map(signs.words) ?? "over by \(Seconds.text(time))"
        let lasted = lasted.map { ", lasted \(Seconds.duration(nanoseconds: $0))" } ?? ", begun before the kept events"
        return "\(end)\(lasted)\(values.map { ", \($0) delivered" } ?? "")"
    }
}

extension InspectorRow.Full {
    /// The policy of the full buffer, in words.
    fileprivate var policy: String {
        // It requests only as many values as fit.
        if prefetch == .keepFull { return "asks for what fits" }
        return switch overflow {
        case .dropOldest: "drops the oldest"
        case .dropNewest: "drops new values"
        case .fail: "fails with an error"
        case .stopProducer: "tells its producer to stop"
        case .wait: "requests no more"
        case .unknown: "not known"
        }
    }
}

extension InspectorRow.Pace {
    /// The next event, `nil` if none is due.
    var brief: String? {
        waitsForSink ? "pace waits for the sink" : nextIn.map { "pace asks again in \(Seconds.short(nanoseconds: $0)) s" }
    }
}

/// The words of a ledger: `in 10 = out 6 + held 3 + dropped 1`.
private struct LedgerText {
    /// The sum, without a verdict.
    let sum: String
    /// The discrepancy, or the reason why it is unknown; `nil` if there is none.
    var trouble: String? { troubles.first }
    private let troubles: [String]
    /// The sum with its verdict, in wordings of decreasing length.
    let wordings: [String]

    init(_ account: InspectorRow.Account, signs: Signs) {
        let copies = account.copies.map { ", \($0) for its subscribers" } ?? ""
        let scope = [account.name, account.since.map { "since \(Seconds.text($0))" }].compactMap(\.self).joined(separator: " ")
        let way = "\(account.hasLaw ? " =" : ",") \(account.evicts ? "evicted" : "out") \(account.left)"
        let start = "\(scope.isEmpty ? "" : "\(scope): ")in \(account.arrived)\(copies)\(way)"
        let all = [
            ("held", account.held, true), ("filtered", account.filtered, account.filtered > 0),
            ("dropped", account.dropped, true),
        ]
        let parts = account.hasLaw ? all : []
        let more = account.heldIsLowerBound ? ", and may hold more" : ""
        let sum = start + parts.filter(\.2).map { " + \($0.0) \($0.1)" }.joined() + more
        let shortSum = start + parts.filter { $0.1 > 0 }.map { " + \($0.0) \($0.1)" }.joined() + more
        let missing = account.missing
        let difference = missing > 0 ? "\(missing) missing" : "\(-missing) from nowhere"
        let sums = sum == shortSum ? [sum] : [sum, shortSum]
        troubles = account.unknown + (account.unknown.isEmpty && missing != 0 ? ["\(signs.failed) \(difference)"] : [])
        if troubles.isEmpty {
            wordings = ["\(sum)   \(signs.check) adds up"] + sums.flatMap { ["\($0)  \(signs.check)", $0] }
        } else {
            wordings = troubles.flatMap { trouble in sums.map { "\($0)  \(trouble)" } } + sums
        }
        self.sum = sum
    }
}
