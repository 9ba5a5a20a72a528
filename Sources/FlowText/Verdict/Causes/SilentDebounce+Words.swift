import FlowAnalysis

extension SilentDebounce {
    /// `debounce passed none of 10 values on: the next one always came before its time was over`.
    var words: VerdictWords {
        let head = "\(stage) passed none of \(count) values on"
        return VerdictWords("\(head): the next one always came before its time was over", brief: head)
    }
}
