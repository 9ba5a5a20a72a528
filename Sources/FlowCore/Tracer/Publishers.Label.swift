import FlowTrace
import OpenCombineShim

extension Publishers {
    /// A publisher that is its upstream with a name, for those who trace it.
    ///
    /// Made by ``OpenCombine/Publisher/label(_:fileID:line:)``.
    public struct Label<Upstream: Publisher>: Publisher {
        /// The upstream's output.
        public typealias Output = Upstream.Output
        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that has the name.
        public let upstream: Upstream
        /// The name.
        public let name: String
        /// Where the name was given.
        public let place: SourcePlace

        /// Hands the subscriber to the upstream.
        public func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            upstream.receive(subscriber: subscriber)
        }
    }
}

extension Publisher {
    /// Names the output of this publisher and its place in the source for the tracer.
    ///
    /// While a ``FlowTracer`` runs, the edge below is called `name`, and edge and node know the line. Otherwise it costs one call when
    /// somebody subscribes and nothing for a value. Unlike `probe`, it records nothing itself.
    ///
    /// OpenCombine fuses some neighbours (`map { }.map { }` on a sequence becomes one operator); a label between two of them keeps
    /// them apart.
    ///
    /// A program traced by FlowAgent has no recorder of its own to hand to `probe`: there, this takes its place.
    ///
    /// - Parameters:
    ///   - name: The name of the lane. Of names and files together a tracer writes down 4,096; all further ones are called "…", so that a
    ///     name should not have a number of its own for each of many subscriptions.
    ///   - fileID: The file; leave it to the compiler.
    ///   - line: The line; leave it to the compiler.
    public func label(_ name: String, fileID: String = #fileID, line: Int = #line) -> Publishers.Label<Self> {
        Publishers.Label(upstream: self, name: name, place: SourcePlace(fileID: fileID, line: line))
    }
}
