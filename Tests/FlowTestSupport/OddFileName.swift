/// File names with a special meaning: to shells, to terminals, or to readers that split settings at commas.
public enum OddFileName {
    private static let parts = [
        ",", ",,", "ring", ",ring", ",size=2M", ",values=all", ",values=none", "path=", ",path=", "file:", "file,", "1,", "=",
        ":",
        " ", "\n", "\r\n", "\t", "-", "--", "'", "\"", "\\", "$x", "*", "%41", "..", "a", "é", "\u{301}", "漢", "\u{1B}[2J",
        "\u{202E}",
    ]

    /// A name made of some of the parts, of at most 60 bytes.
    public static func random(using chance: inout some RandomNumberGenerator) -> String {
        let name = (0..<Int.random(in: 1...6, using: &chance)).map { _ in parts.randomElement(using: &chance) ?? "" }.joined()
        return [".", ".."].contains(name) ? name + "," : name
    }
}
