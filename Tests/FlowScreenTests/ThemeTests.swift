import FlowScreen
import Testing

@Suite("Theme")
struct ThemeTests {
    /// Roles that carry words, and so must be readable.
    static let words: [Role] = [
        .text, .strong, .muted, .sent, .held, .asked, .got, .lost, .error, .key, .selection, .past, .frozen,
    ]

    /// Styles and their remaining attributes without colour.
    static let uncoloured: [(Style, Attributes)] = [
        (Style(.muted), .dim), (Style(.ghost, .bold), [.dim, .bold]), (Style(.sent), []), (Style(.text, on: .mark), []),
        (Style(.page, on: .got, .bold), [.reverse, .bold]), (Style(.ink, on: .paused), .reverse),
        (Style(.paused, on: .ink), []), (Style(.sent, .reverse), .reverse), (Style(.page, on: .got, .reverse), []),
    ]

    @Test(arguments: Theme.all, words) func `words are readable`(theme: Theme, role: Role) {
        #expect(contrast(theme[role], theme[.page]) >= 4.5)
        #expect(contrast(theme[role], theme[.caption]) >= 4.2)
        #expect(contrast(theme[role], theme[.bar]) >= 4.2)
    }

    @Test(arguments: Theme.all, [Role.heldBar, .askedBar, .track]) func `fills and tracks can be seen`(theme: Theme, role: Role) {
        #expect(contrast(theme[role], theme[.page]) >= 2.95)
    }

    @Test(arguments: zip(Theme.all, [13.5, 15.0, 19.6])) func `the paused header is readable`(theme: Theme, ratio: Double) {
        #expect((contrast(theme[.ink], theme[.paused]) * 10).rounded() == ratio * 10)
    }

    @Test(arguments: zip(Theme.all, [[11.0, 17.0, 7.2, 9.9], [13.2, 21.0, 7.1, 6.4], [21.0, 21.0, 13.6, 17.2]]))
    func `ratios are those that were designed`(theme: Theme, ratios: [Double]) {
        let measured = [Role.text, .strong, .muted, .sent].map { (contrast(theme[$0], theme[.page]) * 10).rounded() / 10 }
        #expect(measured == ratios)
    }

    @Test func `colours are the table's`() {
        #expect(
            Role.allCases.map { Theme.dark[$0] }
                == [
                    234, 235, 236, 237, 252, 231, 248, 80, 147, 61, 221, 136, 114, 209, 203, 117, 117, 176, 75, 221, 233, 243,
                    240, 241, 237,
                ])
        #expect(
            Role.allCases.map { Theme.light[$0] }
                == [
                    231, 255, 254, 254, 236, 16, 240, 25, 55, 98, 94, 136, 22, 160, 88, 25, 25, 90, 25, 220, 16, 245, 250, 249,
                    253,
                ])
        #expect(
            Role.allCases.map { Theme.contrast[$0] }
                == [
                    16, 235, 235, 237, 231, 231, 252, 87, 189, 141, 227, 178, 120, 215, 210, 123, 123, 219, 117, 226, 16, 248,
                    246, 244, 238,
                ])
    }

    @Test func `themes are found by name`() {
        #expect(["dark", "light", "contrast"].map { Theme.named($0)?.name } == ["dark", "light", "contrast"])
        #expect(Theme.named("Dark") == nil)
    }

    @Test func `colour is never dim`() {
        let paint = Theme.dark.paint(Style(.muted, on: .bar, [.bold, .dim]), in: .colours256)

        #expect(paint == Paint(foreground: 248, background: 236, attributes: .bold))
    }

    @Test(arguments: uncoloured)
    func `without colour, muted is dim and badges are reversed`(style: Style, attributes: Attributes) {
        let paint = Theme.light.paint(style, in: .none)

        #expect(paint == Paint(foreground: nil, background: nil, attributes: attributes))
    }

    /// The contrast ratio of WCAG 2.
    private func contrast(_ one: UInt8, _ other: UInt8) -> Double {
        let (high, low) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
        return (high + 0.05) / (low + 0.05)
    }

    /// Relative luminance of WCAG 2.
    private func luminance(_ index: UInt8) -> Double {
        let (red, green, blue) = XtermPalette.components(of: index)
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    private func linear(_ component: UInt8) -> Double {
        let value = Double(component) / 255
        return value <= 0.03928 ? value / 12.92 : power((value + 0.055) / 1.055)
    }

    /// `base` to the 2.4th: its square times its fifth root squared, the root by Newton's method.
    private func power(_ base: Double) -> Double {
        var root = 1.0
        for _ in 0..<60 { root -= (root * root * root * root * root - base) / (5 * root * root * root * root) }
        return base * base * root * root
    }
}
