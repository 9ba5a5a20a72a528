import FlowTrace

/// Writes texts into files of their own.
enum OutputFile {
    /// Writes `text` to a file, replacing what was there; where not all of it can be written, what was there stays.
    static func write(_ text: String, to path: String) throws(TraceFileError) {
        let draft = try FileDraft(for: path)
        try draft.write(Array(text.utf8))
        try draft.place()
    }
}
