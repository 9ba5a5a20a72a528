import FlowTrace

/// The number of decimals with which the times of one report are written: one for all of them, enough to tell them apart.
package struct TimePlaces: Hashable, Sendable {
    /// All digits that a time has, and no others.
    package static let exact = TimePlaces(places: nil)
    /// Milliseconds are enough unless times are closer.
    private static let usual = 3
    private static let most = 9

    private let places: Int?

    private init(places: Int?) { self.places = places }

    /// - Parameter times: The times of the report. Equal ones are one event's, or one moment's.
    package init(telling times: some Sequence<TraceTime>) {
        let times = Set(times)
        places = (0..<TimePlaces.most).first { places in
            times.allSatisfy { $0.nanoseconds % TimePlaces.unit(places) == 0 }
                || places >= TimePlaces.usual
                    && Set(times.map { $0.nanoseconds / TimePlaces.unit(places) }).count == times.count
        }
    }

    /// A time in seconds, cut after the decimals: `2.135`.
    package func text(_ time: TraceTime) -> String {
        guard let places else { return "\(time)" }
        let (seconds, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: TimePlaces.unit(0))
        guard places > 0 else { return "\(seconds)" }
        let digits = String(rest / TimePlaces.unit(places))
        return "\(seconds).\(String(repeating: "0", count: places - digits.count))\(digits)"
    }

    /// The nanoseconds of the last decimal.
    private static func unit(_ places: Int) -> UInt64 { (places..<most).reduce(1) { unit, _ in unit * 10 } }
}
