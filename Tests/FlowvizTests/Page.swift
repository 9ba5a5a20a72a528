import Foundation

/// A Markdown file of the package, as far as tests read it.
struct Page {
    /// A fenced block of code: its language, the name of the file to save it as, if given, and its text.
    struct Block {
        let language: String
        let file: String?
        let text: String
    }

    /// The path from the package's folder.
    let path: String
    /// The fenced blocks, in order.
    private(set) var blocks: [Block] = []
    /// The lines outside of code, in order.
    private(set) var prose: [String] = []

    /// All pages for readers, in the package's folder and in the folders below it, except build folders.
    static let paths: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: Repository.root.path)) ?? []
        let folders = names.filter { !$0.hasPrefix(".build") }
        return folders.flatMap { name in
            name.hasSuffix(".md") ? [name] : Repository.files(in: name, endingIn: ["md"]).filter { !$0.contains("/.build") }
        }.sorted()
    }()

    /// Reads a page.
    init(_ path: String) throws {
        self.path = path
        var open: (info: [Substring], lines: [Substring])?
        for line in try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                if let block = open {
                    let text = block.lines.map { "\($0)\n" }.joined()
                    let language = block.info.first.map(String.init) ?? ""
                    blocks.append(Block(language: language, file: block.info.dropFirst().first.map(String.init), text: text))
                    open = nil
                } else {
                    open = (line.dropFirst(3).split(separator: " "), [])
                }
            } else if open != nil {
                open?.lines.append(line)
            } else if !line.hasPrefix("    ") {
                prose.append(String(line))
            }
        }
    }

    /// The targets of its links, in order: `learn.md#exercises`, `https://swift.org`.
    var links: [String] {
        prose.flatMap { line in
            line.replacing(#/`[^`]*`/#, with: "").matches(of: #/\]\(([^)\s]+)\)/#).map { String($0.output.1) }
        }
    }

    /// The names of its headings in links, as GitHub makes them.
    var anchors: [String] {
        var seen: [String: Int] = [:]
        return prose.filter { $0.hasPrefix("#") }.map { line in
            let words = line.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
            let name = String(words.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }).replacing(" ", with: "-")
            defer { seen[name, default: 0] += 1 }
            return seen[name].map { "\(name)-\($0)" } ?? name
        }
    }

    /// The rows of the first table below a heading, without its head: the cells of each.
    func table(below heading: String) -> [[String]] {
        part(below: heading).drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }.dropFirst(2).map(cells)
    }

    /// The rows of all tables of fields below a heading, without their heads.
    func fields(below heading: String) -> [[String]] {
        part(below: heading).filter { $0.hasPrefix("| `") }.map(cells)
    }

    /// The lines below a heading, up to the next one.
    private func part(below heading: String) -> ArraySlice<String> {
        prose.drop { $0.drop { $0 == "#" } != " \(heading)" }.dropFirst().prefix { !$0.hasPrefix("#") }
    }

    private func cells(of row: String) -> [String] {
        row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map { cell in
            cell.trimmingCharacters(in: .whitespaces)
        }
    }
}

extension String {
    /// The texts in back quotes: `a`, `b` of "`a` or `b`".
    var quotedCode: [String] { matches(of: #/`([^`]+)`/#).map { String($0.output.1) } }
}
