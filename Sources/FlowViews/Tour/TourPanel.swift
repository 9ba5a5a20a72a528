/// The text and the question of a tour stop. The screen draws it below the lanes; plain mode prints it.
public struct TourPanel: Sendable, Equatable {
    /// The number and name of the stop: `Tour 3 of 7: drop policies`.
    public let title: String
    public let lines: [PanelLine]
    /// The keys to continue, go back and leave.
    public let keys: [String]

    public init(title: String, lines: [PanelLine], keys: [String]) {
        (self.title, self.lines, self.keys) = (title, lines, keys)
    }
}
