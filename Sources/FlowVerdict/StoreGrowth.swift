/// The growth of what a stage holds.
enum StoreGrowth: Hashable, Sendable {
    /// It holds more and more values.
    case present
    /// It held more and more values until its program ended.
    case untilEnd

    /// The words behind a number of values: ` and grows`; empty without growth.
    static func words(_ growth: StoreGrowth?) -> String {
        switch growth {
        case .present: " and grows"
        case .untilEnd: " and grew until the end"
        case nil: ""
        }
    }
}
