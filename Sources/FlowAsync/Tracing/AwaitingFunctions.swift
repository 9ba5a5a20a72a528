#if arch(x86_64) || arch(arm64)
    /// Calls `tell` with an object and the context of an asynchronous function that this function's caller awaits. Returns without
    /// a suspension, on the same executor.
    ///
    /// CFlowStack has it: a function in C gets its context by the calling convention of Swift.
    @_silgen_name("flowviz_stack_await")
    func tellAwaiting(
        _ object: UnsafeRawPointer, _ tell: @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> Void,
        isolation: isolated (any Actor)?
    ) async
#endif
