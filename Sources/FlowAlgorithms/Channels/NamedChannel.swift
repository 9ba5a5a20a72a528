#if AsyncAlgorithms
    import CFlowStack
    import FlowAsync

    extension _Operator {
        /// A channel that producers can still use after `probe` has named it.
        public protocol Channel: FlowSequence {
            func send(_ element: Element) async
            /// Sends a value for the place in the code at which its caller resumes.
            func _send(_ element: Element, from site: UInt) async
            func finish()
        }

        /// A channel that can fail.
        public protocol FailingChannel: Channel {
            func fail(_ error: any Error)
        }
    }

    extension AsyncThrowingChannel: _Operator.FailingChannel where Failure == any Error {}

    // A channel named by `probe` is still a channel: producers can send to it.

    extension TracedAsyncSequence where Base: _Operator.Channel {
        /// Sends a value, and waits until a consumer receives it.
        @inline(never)
        public func send(_ element: Element) async { await base._send(element, from: flowviz_stack_awaiter()) }

        /// Ends the channel.
        public func finish() { base.finish() }

        /// Ends the channel with a failure.
        public func fail(_ error: any Error) where Base: _Operator.FailingChannel { base.fail(error) }
    }
#endif
