/// A scenario as the picker shows it.
public struct PickerEntry: Sendable {
    /// The heading it stands under.
    public let group: String
    /// The place of that heading among all, from 0.
    public let groupIndex: Int
    /// The digit that goes to it, `nil` past the tenth.
    public let key: Character?
    /// Its name.
    public let id: String
    /// A few words.
    public let title: String
    /// The paragraph.
    public let explanation: String
    /// What to press.
    public let tryThis: String
    /// Name and point of each variant.
    public let variants: [Variant]
    /// The first seconds of a run without a screen, for a small picture.
    public let strip: PaneState

    /// A variant's name and what is different about it.
    public struct Variant: Hashable, Sendable {
        /// The name.
        public let id: String
        /// What is different.
        public let point: String

        public init(id: String, point: String) {
            self.id = id
            self.point = point
        }
    }

    public init(
        group: String, groupIndex: Int, key: Character?, id: String, title: String, explanation: String, tryThis: String,
        variants: [Variant], strip: PaneState
    ) {
        self.group = group
        self.groupIndex = groupIndex
        self.key = key
        self.id = id
        self.title = title
        self.explanation = explanation
        self.tryThis = tryThis
        self.variants = variants
        self.strip = strip
    }
}
