/// One right to answer ``StepAnswer/more`` or ``StepAnswer/cancel``, given out by a ``SteppingSubscriber`` with each event.
///
/// May be kept, passed on and answered later from any thread. Only the first answer to the current promise counts; the outcome
/// says so.
public struct StepPromise: Identifiable, Sendable {
    /// Tells the promises of one subscriber apart; the first is 1.
    public struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
        /// The position among the promises of this subscriber, from 1.
        public let rawValue: UInt64

        public static func < (lhs: ID, rhs: ID) -> Bool {
            lhs.rawValue < rhs.rawValue
        }

        /// `#1`
        public var description: String {
            "#\(rawValue)"
        }
    }

    /// Which promise this is.
    public let id: ID

    let giver: any StepPromiseGiver

    /// Answers the promise.
    ///
    /// - Returns: Whether the answer counted, and if not, why.
    @discardableResult
    public func callAsFunction(_ answer: StepAnswer) -> StepOutcome {
        giver.step(with: answer, for: id)
    }
}
