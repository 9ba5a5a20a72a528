import FlowAnalysis

extension DeadlyCall {
    /// `the program ended in this call: for await 2 called next() while another consumer of AsyncThrowingStream waited`.
    var words: VerdictWords {
        let head = "the program ended in this call"
        return VerdictWords(
            "\(head): \(caller) called next() while another consumer of \(stream) waited", brief: "ended in next() of \(caller)",
            shorter: ["\(head): \(caller) called next()"])
    }
}
