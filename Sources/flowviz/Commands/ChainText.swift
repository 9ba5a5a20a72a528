import ArgumentParser
import FlowCore
import FlowPlayground
import FlowScenarios
import FlowTrace

/// A chain as a text of Swift, with what its run was given.
struct ChainText {
    /// How many values a test may expect.
    private static let mostOutputs = 10_000

    private let chain: Chain
    private let plan: RunPlan

    init(_ chain: Chain, _ plan: RunPlan) {
        self.chain = chain
        self.plan = plan
    }

    func text(_ format: EvalFormat) throws -> String {
        let printer = SwiftPrinter(chain, sends: try sends(format), until: plan.end.map(time))
        return format == .test ? printer.test(expecting: try outputs()) : printer.program
    }

    private func sends(_ format: EvalFormat) throws -> [SwiftPrinter.Send] {
        if !plan.sends.isEmpty, chain.takesInputInClosures {
            throw ValidationError(
                "--format \(format.rawValue) cannot send through a source that stands in a closure; leave --send out")
        }
        return try plan.sends.flatMap { moment, control in
            switch control.name {
            case .emit: [SwiftPrinter.Send(time: time(moment), value: control.argument)]
            case .burst: (1...5).map { _ in SwiftPrinter.Send(time: time(moment), value: "") }
            case .finish: [SwiftPrinter.Send(time: time(moment), value: nil)]
            default: throw ValidationError("--format \(format.rawValue) has no words for '\(control)'; leave it out")
            }
        }
    }

    private func time(_ moment: TraceTime) -> VirtualTime {
        VirtualTime(nanoseconds: Int64(clamping: moment.nanoseconds))
    }

    /// What comes out when it runs.
    private func outputs() throws -> [ChainOutput] {
        let scheduler = VirtualTimeScheduler()
        let run = ChainRun(chain, scheduler: scheduler, recorder: Recorder(clock: scheduler.clock.traceClock))
        var outputs: [ChainOutput] = []
        run.whenOutput = { outputs.append($0) }
        run.start()
        for (moment, control) in plan.sends {
            scheduler.advance(to: time(moment))
            _ = run.perform(control)
        }
        let isDone = plan.end.map { scheduler.advance(to: time($0)) } ?? scheduler.run()
        let problem = run.problem
        run.cancel()
        scheduler.removeAll()
        if let problem { throw ChainFailure(problem, in: chain.source, name: "chain", isUsage: false) }
        guard isDone, outputs.count <= ChainText.mostOutputs else {
            throw Failure("a test of more than \(ChainText.mostOutputs) values is too long; end it before, with --until")
        }
        return outputs
    }
}
