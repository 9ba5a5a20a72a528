import FlowViews

/// The tables of keys in docs/keys.md and the man page, made from the key table.
enum KeyPages {
    /// The groups with their rows, in the order of the help.
    private static var groups: [(title: String, rows: [KeyBinding])] {
        KeyBinding.Group.allCases.map { group in (group.rawValue, KeyTable.standard.bindings.filter { $0.group == group }) }
    }

    /// A heading and a table for each group.
    static var markdown: String {
        groups.map { title, rows in
            let lines = rows.map { row in
                let keys = row.keys.split(separator: " ").map { $0 == "…" ? "…" : "`\($0)`" }.joined(separator: " ")
                return "| \(keys) | \(row.manual.text(in: .standard)) |"
            }
            return (["**\(title)**", "", "| keys | what they do |", "|---|---|"] + lines).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    /// A subsection with a list for each group, in mdoc.
    static var manual: String {
        groups.flatMap { title, rows in
            [".Ss \(title)", ".Bl -tag -width \"Home End\" -compact"]
                + rows.flatMap { row in
                    [
                        ".It Ic " + row.keys.split(separator: " ").map { escaped($0) }.joined(separator: " "),
                        escaped(row.manual.text(in: .standard)),
                    ]
                } + [".El"]
        }.joined(separator: "\n")
    }

    private static let escapes = [
        "←": "\\(<-", "→": "\\(->", "↑": "\\(ua", "↓": "\\(da", "…": "\\[u2026]", "-": "\\-", ".": "\\&.", ",": "\\&,",
        "?": "\\&?",
    ]

    /// Escapes a word that mdoc takes for a macro; elsewhere such words need no escape.
    private static func escaped(_ text: some StringProtocol) -> String {
        escapes[String(text)] ?? String(text)
    }
}
