import Testing

extension Trait where Self == TimeLimitTrait {
    /// Ends a test that hangs.
    ///
    /// The limit goes by the clock, also while other tests and programs have the processors, so it says nothing of how long a test
    /// may take: what a test waits for has its own patience (``PTY/patience``).
    public static var notForever: Self { .timeLimit(.minutes(60)) }
}
