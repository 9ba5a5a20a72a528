/// Traces this process from now on, where the environment variable `FLOWVIZ` asks for it.
///
/// A program that links this module needs no call: tracing starts before `main`. Where the linker drops what nobody names, one call
/// as the first line of the program does the same. Without `FLOWVIZ` nothing happens.
///
/// | `FLOWVIZ` | |
/// |---|---|
/// | `1[,size=BYTES][,values=all]` | records into a ring, of 64 MiB where left out; `flowviz attach` shows it live |
/// | `file:PATH[,size=BYTES][,ring][,values=all]` | records into a file, of 256 MiB where left out; `flowviz replay PATH` shows it |
/// | `file[,size=BYTES][,ring][,values=all],path=PATH` | the same; everything behind `path=` is the path, commas too |
///
/// With `values=all`, values that are no numbers, truth values or text are described, at ``FlowCore/TracedValues/all(limit:)``'s price.
///
/// A file is this process's alone: its children do not inherit the variable, and are not traced. With `1` each records into a ring of its
/// own. A copy of the process that `fork` makes is not traced, nor is a program that has more rights than who starts it (set-user-ID).
///
/// A value that says neither, or a file that cannot be made, is one line on standard error; the program runs on untraced.
///
/// - Returns: Whether this process is being traced.
@discardableResult
public func startTracing() -> Bool {
    Agent.start()
}

/// The constructor's way in.
@_cdecl("flowviz_agent_load")
func load() {
    startTracing()
}
