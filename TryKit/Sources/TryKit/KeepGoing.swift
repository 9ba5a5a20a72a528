import Foundation

/// Goes on, after the last line of a file, for as long as something is scheduled: a timer, work on a queue, a task.
///
/// The main run loop runs meanwhile, and with it the main queue and the main actor. In a file with `await` at its top level, the end of
/// the file is the end, as Swift has it.
public func keepGoing() {
    guard !withUnsafeCurrentTask(body: { $0 != nil }) else { return }
    var quietLooks = 0
    while quietLooks < 3 {
        let next = Date(timeIntervalSinceNow: 0.03)
        while Date() < next, RunLoop.main.run(mode: .default, before: next) {}
        Thread.sleep(until: next)
        quietLooks = Scheduled.isNothing ? quietLooks + 1 : 0
    }
}
