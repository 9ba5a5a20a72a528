import Testing

extension Trait where Self == TimeLimitTrait {
    /// Names a test that hangs.
    ///
    /// The clock runs even while other tests and programs occupy the processors, so the limit says nothing about the time that a
    /// test should take. It is the only limit: a test waits without one for a program, a thread or a connection.
    public static var notForever: Self { .timeLimit(.minutes(60)) }
}
