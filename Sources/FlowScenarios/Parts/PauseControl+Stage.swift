import FlowCore

extension PauseControl {
    /// Lets the controls of a stage pause and resume the sink.
    func take(on stage: Stage) {
        stage.on(.pause) { _ in self.pause() }
        stage.on(.resume) { _ in self.resumeWhenTimePasses() }
    }
}
