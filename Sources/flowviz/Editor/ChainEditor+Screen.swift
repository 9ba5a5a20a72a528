import FlowPlayground
import FlowViews

extension ChainEditor {
    /// The line as the screen shows it.
    var screen: EditorState {
        var screen = EditorState(text: line.characters, cursor: line.cursor, example: ChainEditor.example)
        screen.problem = problem.map(shown)
        screen.isRefused = isRefused
        screen.canGoOn = canGoOn
        screen.offers = completion.candidates.map(offer)
        screen.chosen = line.chosen
        screen.call = completion.call.map {
            EditorState.Offer(signature: $0.signatures[0], summary: $0.summary, example: $0.example.inOneLine)
        }
        return screen
    }

    private func shown(_ problem: Problem) -> EditorState.Problem {
        let start = place(ofOffset: problem.span.start)
        return EditorState.Problem(
            place: start..<max(start, place(ofOffset: problem.span.end)), message: problem.message, notes: problem.notes)
    }

    /// The place of the character that begins at an offset, or holds it.
    private func place(ofOffset offset: Int) -> Int {
        var end = 0
        for (place, character) in line.characters.enumerated() {
            end += character.utf8.count
            if offset < end { return place }
        }
        return line.characters.count
    }

    /// A candidate with its name and what it takes.
    private func offer(_ candidate: Completion.Candidate) -> EditorState.Offer {
        let form = candidate.signatures[0]
        let signature: String
        if form.hasPrefix(candidate.name) {
            signature = form
        } else if candidate.name.hasPrefix(".") {
            signature = "." + form
        } else {
            signature = candidate.name.hasSuffix(":") ? "\(candidate.name) \(form)" : "\(candidate.name): \(form)"
        }
        return EditorState.Offer(signature: signature, summary: candidate.summary, example: candidate.example?.inOneLine)
    }
}

extension String {
    /// Statements of several lines one behind the other.
    fileprivate var inOneLine: String {
        split(separator: "\n").joined(separator: "; ")
    }
}
