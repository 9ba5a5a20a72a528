extension EditorState {
    /// Whether what is wrong only waits for more to be typed, so that it is no mistake yet.
    var isUnfinished: Bool {
        guard !isRefused, let problem else { return false }
        return problem.place.lowerBound >= text.count
    }

    /// Whether what is wrong is a word before the cursor that is the beginning of one that fits.
    var isInWord: Bool {
        guard !isRefused, !offers.isEmpty, let problem else { return false }
        return problem.place.contains(cursor - 1) && problem.place.upperBound <= cursor
    }
}
