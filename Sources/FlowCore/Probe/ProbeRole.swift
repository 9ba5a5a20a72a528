/// What a probe records.
public enum ProbeRole: Sendable {
    /// All signals of a subscription, in both directions.
    case link
    /// What a source offers and how it ends; not what is asked of it.
    case source
}
