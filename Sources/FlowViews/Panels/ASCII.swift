/// Texts with the signs of the Unicode screen, for terminals that have ASCII only.
enum ASCII {
    private static let replacements: [Character: String] = [
        "●": "o", "§": "%", "•": "o", "✗": "x", "│": "|", "✕": "!", "⊘": "/", "▲": "^", "∞": "*", "─": "-", "┊": ":", "┃": "|",
        "▾": "v",
        "▌": ">",
        "…": "~", "‖": "=", "╌": " ", "├": "[", "┤": "]", "└": "`", "▶": ">", "■": "#", "◂": "<", "▸": ">", "−": "-", "·": "-",
        "✓": "ok", "━": "=", "×": "x", "↑": "Up", "↓": "Down", "←": "Left", "→": "Right", "▅": "=", "▄": "=", "█": "=", "▃": "=",
    ]

    /// The text in nothing but ASCII, as for what was typed: any other character becomes a question mark.
    static func only(_ text: String) -> String {
        String(self.text(text).map { $0.isASCII ? $0 : "?" })
    }

    /// The text with every sign replaced; other characters stay.
    static func text(_ text: String) -> String {
        text.reduce(into: "") { $0 += replacements[$1] ?? String($1) }
    }
}
