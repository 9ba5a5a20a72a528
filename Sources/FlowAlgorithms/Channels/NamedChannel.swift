#if AsyncAlgorithms
    import FlowAsync

    extension _Operator {
        /// A channel, which is the same one under a name.
        public protocol Channel: FlowSequence {
            func send(_ element: Element) async
            func finish()
        }

        /// A channel that can fail.
        public protocol FailingChannel: Channel {
            func fail(_ error: any Error)
        }
    }

    extension AsyncThrowingChannel: _Operator.FailingChannel where Failure == any Error {}

    // A channel named by `probe` is still a channel: its producers need not keep the one without a name.

    extension TracedAsyncSequence where Base: _Operator.Channel {
        /// Hands a value to a consumer, and waits until one takes it, as the channel does.
        public func send(_ element: Element) async { await base.send(element) }

        /// Ends the channel.
        public func finish() { base.finish() }

        /// Ends the channel with a failure.
        public func fail(_ error: any Error) where Base: _Operator.FailingChannel { base.fail(error) }
    }
#endif
