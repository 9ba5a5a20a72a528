/// A typed line that is tried as Swift, and the choice that ran before it.
package struct TypedText: Equatable {
    package let text: String
    package let before: Choice

    package init(text: String, before: Choice) {
        (self.text, self.before) = (text, before)
    }
}
