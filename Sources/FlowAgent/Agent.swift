import CFlowAgent
import FlowCore
import FlowTrace
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What runs in a traced process.
enum Agent {
    private struct State {
        var hasStarted = false
        var recorder: Recorder?
        var tracer: FlowTracer?
        var socket: AgentSocket?
    }

    private static let state = Mutex(State())

    /// Starts once; further calls say what the first did.
    static func start() -> Bool {
        state.withLock { state in
            guard !state.hasStarted else { return state.tracer != nil }
            state.hasStarted = true
            do {
                try begin(AgentSetting(flowviz_agent_setting().map { String(cString: $0) }), &state)
            } catch {
                let line = "flowviz: \(error); this program runs untraced\n"
                _ = write(STDERR_FILENO, line, line.utf8.count)
            }
            return state.tracer != nil
        }
    }

    private static func begin(_ setting: AgentSetting, _ state: inout State) throws {
        let traced: TracedValues
        switch setting {
        case .off: return
        case .file(let path, let options, let values):
            state.recorder = try Recorder(file: path, options: options)
            traced = values
        case .socket(let values):
            traced = values
            let folder = try RuntimeFolder()
            let options = TraceFileOptions(isRing: true)
            state.recorder = try Recorder(file: folder.trace(of: getpid()), options: options)
            state.socket = try AgentSocket(folder.socket(of: getpid()), serving: folder.trace(of: getpid()))
        }
        guard let recorder = state.recorder else { return }
        let tracer = FlowTracer(recorder: recorder, values: traced)
        tracer.start()
        state.tracer = tracer
        atexit { Agent.finish() }
    }

    /// The process ends well: the trace says so.
    private static func finish() {
        state.withLock { state in
            state.recorder?.close()
            state.socket = nil
        }
    }
}
