import FlowTestSupport
import Foundation
import Testing

/// The pages for readers: the targets of links, and whether shown output is real.
///
/// A block ```` ```sh ```` is run, in a separate folder for the page and in order, with `flowviz` on the path. A block ````
/// ```text ```` right after it is its output; a line `…` in there stands for any lines. A block with a file's name is saved under
/// that name first; one with a path is the same file of Examples, or of the same name in FlowAsyncTests, where it is built and
/// run. Commands that need a terminal, the network or the reader's program are indented instead, and not run.
@Suite("Pages", .notForever)
struct PageTests {
    private static let documents = Repository.files(in: "docs", endingIn: ["md"])
    private static let tried = documents + ["README.md"]
    /// Reference pages. They have no task, and so need no shortest path to its end.
    private static let references: Set = [
        "libraries.md", "keys.md", "config.md", "decisions.md", "verdict.md", "packages.md", "format.md",
    ]

    @Test func `every link of a page leads to a file that is there, and to a heading in it`() throws {
        let pages = try Page.paths.map { try Page($0) }
        let broken = try pages.flatMap { page in
            try page.links.filter { try !leads($0, from: page) }.map { "\(page.path): \($0)" }
        }

        #expect(pages.count > 15)
        #expect(broken == [])
    }

    @Test func `the index names each page once, and each page of a task leads on to another`() throws {
        let index = try Page("docs/README.md")
        let names = PageTests.documents.map { String($0.dropFirst("docs/".count)) }.filter { $0 != "README.md" }
        let ends = try names.filter { name in
            try Page("docs/\(name)").links.allSatisfy { !names.contains(String($0.prefix { $0 != "#" })) }
        }

        #expect(index.links.filter { !$0.contains("/") && $0 != "README.md" }.sorted() == names.sorted())
        #expect(Set(ends).subtracting(PageTests.references) == [])
    }

    @Test func `the page of a task begins with the shortest path, and ends with what to do when it does not work`() throws {
        let tasks = PageTests.documents.filter { !PageTests.references.contains(String($0.dropFirst("docs/".count))) }
            .filter { $0 != "docs/README.md" }
        let headings = try tasks.map { try Page($0).prose.filter { $0.hasPrefix("## ") } }

        #expect(tasks.count > 8)
        for (page, headings) in zip(tasks, headings) {
            #expect(headings.first == "## The shortest path" && headings.last == "## When it does not work", "\(page)")
        }
    }

    @Test(arguments: tried) func `what a page runs prints what the page says`(path: String) throws {
        let page = try Page(path)
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("bin"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder.path("bin/flowviz"), withDestinationPath: Program.path)
        try FileManager.default.createDirectory(atPath: folder.path("work"), withIntermediateDirectories: true)

        for (block, next) in zip(page.blocks, page.blocks.dropFirst().map(Optional.some) + [nil]) {
            if let file = block.file, !file.contains("/") {
                try block.text.write(toFile: folder.path("work/\(file)"), atomically: false, encoding: .utf8)
            }
            guard block.language == "sh", Need.python.isMet || !block.text.contains("python3") else { continue }
            let start = "exec 2>&1; PATH=\"$1/bin:$PATH\"; cd \"$1/work\"; eval \"$2\""
            let run = try Program.shell(start, [folder.path, block.text])

            #expect(run.status == .exited(0), "\(block.text)\(run.output)")
            if let next, next.language == "text" {
                #expect(matches(run.output, next.text), "\(block.text)prints\n\(run.output)")
            }
        }
    }

    @Test func `a program that a page shows is one that is built`() throws {
        let shown = try PageTests.documents.map { try Page($0) }.flatMap(\.blocks).filter { $0.file?.contains("/") == true }
        let other = try shown.filter { block in
            let path = try #require(block.file)
            let test = "Tests/FlowAsyncTests/\(path.split(separator: "/").last ?? "")"
            return try Repository.text(path.hasPrefix("Sources/") ? "Examples/\(path)" : test) != block.text
        }

        #expect(shown.count == 4)
        #expect(other.compactMap(\.file) == [])
    }

    @Test func `the file that README tries is one that make test-field tries`() throws {
        let shown = try Page("README.md").blocks.filter { $0.file == "pipeline.swift" }

        #expect(try shown.map(\.text) == [Repository.text("TryKit/Field/pipeline.swift")])
    }

    /// Whether a text matches the page's quotation of it.
    private func matches(_ text: String, _ shown: String) -> Bool {
        let parts = "\n\(shown)".components(separatedBy: "\n…\n")
        guard parts.count > 1 else { return text == shown }
        let all = "\n\(text)"
        guard all.hasPrefix(parts[0]), let last = parts.last, all.hasSuffix(last == "" ? "\n" : "\n\(last)") else { return false }
        var rest = all.dropFirst(parts[0].count)
        for part in parts.dropFirst().dropLast() {
            guard let found = rest.range(of: "\n\(part)\n") else { return false }
            rest = rest[rest.index(before: found.upperBound)...]
        }
        return rest.count >= last.count
    }

    private func leads(_ link: String, from page: Page) throws -> Bool {
        guard !link.contains("://"), !link.hasPrefix("mailto:") else { return true }
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        var names = page.path.split(separator: "/")
        if !parts[0].isEmpty {
            names.removeLast()
            for name in parts[0].split(separator: "/") {
                if name == ".." { _ = names.popLast() } else { names.append(name) }
            }
        }
        let target = names.joined(separator: "/")
        guard FileManager.default.fileExists(atPath: Repository.root.appending(path: target).path) else { return false }
        guard parts.count > 1 else { return true }
        return try target.hasSuffix(".md") && Page(target).anchors.contains(parts[1])
    }
}
