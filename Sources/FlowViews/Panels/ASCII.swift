/// Texts with the signs of the Unicode screen, for terminals that have ASCII only.
enum ASCII {
    private static let replacements: [Character: String] = [
        "●": "o", "§": "%", "•": "o", "✗": "x", "│": "|", "✕": "!", "⊘": "/", "▲": "^", "∞": "*", "─": "-", "┊": ":", "┃": "|",
        "▾": "v",
        "▌": ">",
        "…": "~", "‖": "=", "╌": " ", "├": "[", "┤": "]", "└": "`", "▶": ">", "■": "#", "◂": "<", "▸": ">", "−": "-", "·": "-",
        "✓": "ok", "━": "=", "×": "x", "↑": "Up", "↓": "Down", "←": "Left", "→": "Right", "▅": "=", "▄": "=", "█": "=", "▃": "=",
    ]

    /// The text with every sign replaced; other characters stay.
    static func text(_ text: String) -> String {
        text.reduce(into: "") { $0 += replacements[$1] ?? String($1) }
    }
}
