import FlowScreen

/// Reads out the input line for a chain.
struct EditorWords {
    let editor: EditorState

    /// The text, and its error.
    var lines: [String] {
        let text =
            editor.text.isEmpty
            ? "the line is empty; type a source, then operators, each behind a dot, as in \(editor.example)"
            : "the line: \(String(editor.text))"
        let problem = editor.problem.map {
            ["\(editor.isUnfinished ? "" : "error: ")\($0.message)"] + $0.notes.map { "note: \($0)" }
        }
        let swift = editor.isRefused ? ["if it is Swift: a line with ! alone compiles it, and runs it with your permissions"] : []
        return ScreenReaderText.lines([text] + (problem ?? []) + swift)
    }

    /// The completions at the cursor.
    var offers: [String] {
        let call = editor.call.map { ["in \(words(of: $0))"] } ?? []
        return ScreenReaderText.lines(call + editor.offers.map { "fits here, \(words(of: $0))" })
    }

    private func words(of offer: EditorState.Offer) -> String {
        "\(offer.signature): \(offer.summary)\(offer.example.map { " As in \($0)" } ?? "")"
    }
}
