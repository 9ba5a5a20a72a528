import Testing

extension Trait where Self == TimeLimitTrait {
    /// Names a test that hangs.
    ///
    /// The limit goes by the clock, also while other tests and programs have the processors, so it says nothing of how long a test
    /// may take. It is the only limit: a test waits for a program, a thread or a connection without one.
    public static var notForever: Self { .timeLimit(.minutes(60)) }
}
