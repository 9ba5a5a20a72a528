import FlowSystem
import FlowTrace
import LibC

/// Changed copies of some of a module's sources. The compiler reads them in place of the sources, under the sources' own paths.
struct EditedSources {
    /// The words that make the compiler read them.
    let words: [String]

    private static let limit = 16 << 20

    /// Writes the copies.
    ///
    /// - Parameters:
    ///   - folder: The folder for them.
    /// - Throws: ``Failure`` if a file is missing, has another text than is known, or cannot be written.
    init(of module: String, _ sources: [String], _ edits: [SourceEdit], in folder: String) throws(Failure) {
        var entries: [String] = []
        for edit in edits {
            guard let path = sources.first(where: { FileName.last(of: $0) == edit.file }) else {
                throw Failure("it has no \(edit.file)")
            }
            let text = try InputFile.text(path, limit: EditedSources.limit)
            guard let edited = edit.apply(to: text) else { throw Failure("\(edit.file) has another text") }
            let copy = "\(folder)/\(module)-\(edit.file)"
            try BuildCache.write(edited, to: copy)
            entries.append(
                #"{"type": "file", "name": \#(EditedSources.quoted(path)), "external-contents": \#(EditedSources.quoted(copy))}"#)
        }
        let overlay = "\(folder)/\(module).overlay"
        let roots = entries.joined(separator: ",\n")
        try BuildCache.write(#"{"version": 0, "use-external-names": false, "roots": [\#n\#(roots)\#n]}\#n"#, to: overlay)
        words = ["-vfsoverlay", overlay]
    }

    /// A path as a string of YAML, of which the overlay's language is a part.
    private static func quoted(_ path: String) -> String {
        VisibleText.quoted(path) { scalar in
            let digits = String(scalar.value, radix: 16)
            return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
        }
    }
}
