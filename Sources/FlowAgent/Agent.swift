import CFlowAgent
import Dispatch
import FlowCore
import FlowTrace
import LibC
internal import Synchronization

/// Traces the process that it runs in.
enum Agent {
    private struct Trace {
        let process: Int32
        let recorder: Recorder
        let tracer: FlowTracer
        var socket: AgentSocket?
        var suite: SuiteReports?
        /// The trace's path, if another process's trace has the requested name. The file is removed at the end if it has no
        /// events.
        var aside: String?
    }

    private struct State {
        var hasStarted = false
        var trace: Trace?
    }

    /// The maximum length of a message in characters, since it may contain a path of any length.
    private static let lineLimit = 1_000

    private static let state = Mutex(State())
    /// Never released, so it can be read without a lock: in a forked copy, the lock's owner may be missing.
    private static let recorder = Atomic<Unmanaged<Recorder>?>(nil)

    /// Starts once; further calls return the result of the first call.
    static func start() -> Bool {
        state.withLock { state in
            guard !state.hasStarted else { return state.trace != nil }
            state.hasStarted = true
            do {
                state.trace = try begin(AgentSetting(variable: flowviz_agent_setting()))
            } catch {
                say("\(error); this program runs untraced")
            }
            return state.trace != nil
        }
    }

    private static func say(_ text: String) {
        let line = VisibleText.line("flowviz: \(text)", limit: lineLimit) + "\n"
        _ = write(STDERR_FILENO, line, line.utf8.count)
    }

    private static func begin(_ setting: AgentSetting) throws -> Trace? {
        switch setting {
        case .off: return nil
        case .file(let pattern, let options, let values, let places, let executors, let start, let hasSocket):
            let place = RecordingPath(pattern, since: start)
            let path = place.path(for: getpid())
            let recorder = try Recorder(file: path, options: options)
            // Children are traced only with a numbered path.
            if !place.isNumbered { unsetenv("FLOWVIZ") }
            // If no thread can be started, the recorder's descriptor holds the file until the program closes it.
            let gates = hasSocket ? try? gates(recorder, path) : nil
            let target = TraceTarget(recorder: recorder, values: values, places: places, gates: gates)
            let writer = TraceWriter(recorder: recorder, suite: SuiteReports(for: target))
            if (try? AgentThread.hold(path, by: writer, gates)) != nil { recorder.closeFile() }
            var trace = trace(target)
            if executors { ExecutorMeter.start(recorder) }
            trace.suite = writer.suite
            if !place.isNumbered, path != pattern {
                // Tests of XCTest and of Swift Testing run in two processes; they print nothing more than untraced.
                if writer.suite == nil { say("'\(pattern)' has the trace of another process; this one's is '\(path)'") }
                trace.aside = path
            }
            return trace
        case .socket(let size, let values, let places, let executors, let control):
            let folder = try RuntimeFolder()
            folder.processes()
            let file = folder.trace(of: getpid())
            let recorder = try Recorder(file: file, options: TraceFileOptions(size: size, isRing: true))
            let gates = control ? try gates(recorder, file) : nil
            let socket = try AgentSocket(folder.socket(of: getpid()), serving: file, gates)
            recorder.closeFile()
            if executors { ExecutorMeter.start(recorder) }
            return trace(TraceTarget(recorder: recorder, values: values, places: places, gates: gates), socket)
        }
    }

    /// The stages that viewers may hold.
    private static func gates(_ recorder: Recorder, _ file: String) throws -> GateTable {
        let thread = try HandThread(for: file)
        return GateTable(
            recorder: recorder, performing: thread.perform,
            // A subscriber may work for a long time, and the thread has other stages to release.
            requesting: { work in DispatchQueue.global().async { work() } })
    }

    /// Records all subscriptions from now on.
    private static func trace(_ target: TraceTarget, _ socket: AgentSocket? = nil) -> Trace {
        let recorder = target.recorder
        let tracer = FlowTracer(target)
        tracer.start()
        CurrentTarget.setForProcess(target)
        Agent.recorder.store(.passRetained(recorder), ordering: .releasing)
        pthread_atfork({ Agent.countFork() }, nil, { Agent.disown() })
        atexit { Agent.finish() }
        return Trace(process: getpid(), recorder: recorder, tracer: tracer, socket: socket)
    }

    /// Counts a `fork` by this process or by a forked copy.
    private static func countFork() { Agent.recorder.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.countFork() } }

    /// In a forked copy, leaves the trace to the original process.
    private static func disown() { Agent.recorder.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.disown() } }

    /// Records the normal end of the process.
    private static func finish() {
        state.withLock { state in
            guard state.trace?.process == getpid() else { return }
            state.trace?.suite?.readOn()
            state.trace?.recorder.close()
            state.trace?.socket = nil
            guard let path = state.trace?.aside, let file = try? TraceFile(path), file.process == getpid() else { return }
            if !file.hasEvents { unlink(path) }
        }
    }
}

/// Traces this process from now on, if the environment variable `FLOWVIZ` requests it.
///
/// A program that links this module needs no call: tracing starts before `main`. If the linker drops unreferenced modules, one
/// call as the first line of the program does the same. Without `FLOWVIZ` nothing happens.
///
/// | `FLOWVIZ` | |
/// |---|---|
/// | `1[,size=BYTES][,values=all][,places=off][,executors=off][,control]` | records into a ring, 64 MiB by default; `flowviz attach` shows it live |
/// | `file:PATH[,size=BYTES][,ring][,values=all][,places=off][,executors=off]` | records into a file, 256 MiB by default; `flowviz replay PATH` shows it |
/// | `file[,size=BYTES][,ring][,values=all][,places=off][,executors=off],path=PATH` | the same; everything after `path=` is the path, including commas |
///
/// With `values=all`, values other than numbers, truth values and text are described too, at the cost of
/// `TracedValues.all(limit:)`.
///
/// The addresses of the code that subscribes, makes streams, and consumes and feeds them are recorded, so that a viewer shows
/// the function and line of each stage. `places=off` leaves them out.
///
/// From the first traced stream of a task on, the waits for the pool of threads and for the main actor are measured, with one small
/// job at a time for each. `executors=off` gives them none.
///
/// With `control`, viewers of the same user may hold and slow stages for at most 60 s. Without it, no viewer changes anything.
///
/// `%p` in a path stands for the process id. A path without it is for one process: its children do not inherit the variable, and
/// are not traced. If another process has recorded events there, a process records into a file beside it, with its id in the
/// name. With `1`, each process records into a separate ring. Neither a forked copy of the process nor a set-user-ID program is
/// traced.
///
/// An invalid value, or a file that cannot be created, causes one line on standard error. The program then runs untraced.
///
/// - Returns: Whether this process is being traced.
@discardableResult
public func startTracing() -> Bool { Agent.start() }

/// The constructor's entry point.
@_cdecl("flowviz_agent_load")
func load() { startTracing() }
