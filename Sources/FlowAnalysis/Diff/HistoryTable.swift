/// The histories of several places in two runs, and the first difference at each.
///
/// - Complexity: O(1) an event; memory of O(events of the first run).
struct HistoryTable: Sendable {
    /// The events of a place in the first run, and the progress of the second run through them.
    private struct History: Sendable {
        var prints: [Int] = []
        var sequences: [Int] = []
        /// The number of the place's events in the second run.
        var count = 0
        var difference: Difference?
        /// The first events of the second run from the difference on.
        var after: [Int] = []
    }

    /// The first difference of a place.
    struct Difference: Sendable {
        /// The number of the event, from 1.
        let number: Int
        /// The event of each run; `nil` if the run has no more.
        let first: Int?
        let second: Int?
    }

    /// The number of events to keep from a difference on.
    private static let kept = 8

    private(set) var titles: [String] = []
    private var histories: [History] = []
    private var indexOfTitle: [String: Int] = [:]

    /// The index of a place, created at its first use.
    mutating func index(of title: String) -> Int {
        if let index = indexOfTitle[title] { return index }
        indexOfTitle[title] = histories.count
        histories.append(History())
        titles.append(title)
        return histories.count - 1
    }

    /// Adds an event of the first run. The whole first run must be added before the second.
    mutating func foldFirst(_ print: Int, _ sequence: Int, at index: Int) {
        histories[index].prints.append(print)
        histories[index].sequences.append(sequence)
    }

    /// Adds an event of the second run.
    mutating func foldSecond(_ print: Int, _ sequence: Int, at index: Int) {
        let number = histories[index].count
        histories[index].count = number + 1
        if histories[index].difference == nil {
            let prints = histories[index].prints
            guard number >= prints.count || prints[number] != print else { return }
            let first = number < prints.count ? histories[index].sequences[number] : nil
            histories[index].difference = Difference(number: number + 1, first: first, second: sequence)
        }
        if histories[index].after.count < HistoryTable.kept { histories[index].after.append(sequence) }
    }

    /// The first difference of a place; `nil` if there is none.
    func difference(at index: Int) -> Difference? {
        let history = histories[index]
        if let difference = history.difference { return difference }
        guard history.count < history.sequences.count else { return nil }
        return Difference(number: history.count + 1, first: history.sequences[history.count], second: nil)
    }

    /// The numbers of a place's events in both runs.
    func counts(at index: Int) -> (first: Int, second: Int) { (histories[index].sequences.count, histories[index].count) }

    /// The first events of both runs from the difference of a place on.
    func eventsFromDifference(at index: Int) -> (first: [Int], second: [Int]) {
        guard let difference = difference(at: index) else { return ([], []) }
        let rest = histories[index].sequences.dropFirst(difference.number - 1)
        return (Array(rest.prefix(HistoryTable.kept)), histories[index].after)
    }
}
