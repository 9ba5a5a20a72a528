import OpenCombineShim

extension Publishers {
    /// Sends what a marble picture says, when it says it; see ``MarbleScript`` and ``OpenCombine/Publishers/Marbles``.
    ///
    /// - Parameters:
    ///   - picture: As `AB-C|`.
    ///   - unit: How long a character takes.
    ///   - scheduler: Where the signals are sent.
    /// - Precondition: The picture can be read, and has no failure.
    public static func marbles<Context: Scheduler>(
        _ picture: String, unit: Context.SchedulerTimeType.Stride = .milliseconds(250), scheduler: Context
    ) -> Marbles<Never, Context> {
        Marbles(script(picture), unit: unit, scheduler: scheduler)
    }

    /// Sends what a marble picture says, and fails where it has a `#`.
    ///
    /// - Precondition: The picture can be read.
    public static func marbles<Failure: Error, Context: Scheduler>(
        _ picture: String, unit: Context.SchedulerTimeType.Stride = .milliseconds(250), failure: Failure, scheduler: Context
    ) -> Marbles<Failure, Context> {
        Marbles(script(picture), unit: unit, scheduler: scheduler, failure: failure)
    }

    private static func script(_ picture: String) -> MarbleScript {
        do {
            return try MarbleScript(picture)
        } catch {
            preconditionFailure("'\(picture)' is no marble picture: \(error)")
        }
    }
}
