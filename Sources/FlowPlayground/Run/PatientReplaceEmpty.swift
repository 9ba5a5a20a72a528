import OpenCombineShim

/// Sends a value in place of a stream that finishes without one.
///
/// OpenCombine's `replaceEmpty` asks for all that there is, whatever it is asked for itself, which others trap on.
struct PatientReplaceEmpty<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let substitute: Output

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        upstream.subscribe(PatientReplaceEmptyLink(downstream: subscriber, substitute: substitute))
    }
}
