/// Writes down what a checker knows at a place; shared by its copies, so that it also tells of what did not fit in the end.
final class CursorProbe {
    private let place: Int
    /// The types of what stands before the `.` at the place, in the order in which they were found.
    private(set) var receivers: [ValueType] = []
    /// The names that are known at the place, with their types, the innermost first; `nil` where the place was not reached.
    private(set) var names: [(text: String, type: ValueType)]?

    init(_ place: Int) {
        self.place = place
    }

    func record(receiver type: ValueType, at span: Span) {
        if span.start == place, !receivers.contains(type) { receivers.append(type) }
    }

    /// - Parameter values: The types of `$0`, `$1`… where nothing else names them.
    func record(names: [Name], unnamed values: [ValueType], at span: Span) {
        guard span.start == place, self.names == nil else { return }
        var known = values.enumerated().map { (text: "$\($0)", type: $1) }
        for name in names.reversed() {
            guard let text = name.text, !known.contains(where: { $0.text == text }) else { continue }
            known.append((text, name.value.type))
        }
        self.names = known
    }
}
