/// A text of the line that is tried as Swift, and what ran before.
package struct TypedText: Equatable {
    package let text: String
    package let before: Choice

    package init(text: String, before: Choice) {
        (self.text, self.before) = (text, before)
    }
}
