/// What an operator takes.
public final class Parameter: Sendable {
    /// The label, `nil` where it takes none.
    public let label: String?
    /// The name, as help shows it.
    public let name: String
    /// The type.
    public let type: ValueType
    /// What stands for it where it is left out, as help shows it; `nil` where it cannot be left out.
    public let standard: String?
    /// Whether any number of values fits.
    public let isVariadic: Bool

    init(label: String?, name: String, type: ValueType, standard: String?, isVariadic: Bool) {
        self.label = label
        self.name = name
        self.type = type
        self.standard = standard
        self.isVariadic = isVariadic
    }

    /// Whether it only says something here where it can be left out, as a scheduler.
    var isOptional: Bool { standard != nil || isVariadic }
}
