import FlowScreen
import FlowTrace

/// What a user can set for every run, apart from keys and colours.
struct Settings: Equatable, Sendable {
    var theme = Theme.dark.name
    var ascii = false
    var color = true
    var speed = 1.0
    /// How many steps nearer the screen begins than flowviz would by itself.
    var zoom = 0
    /// In bytes.
    var memory = MemoryBudget.usual
    var frameSize = Size(width: 120, height: 36)
    /// In bytes.
    var recordSize = TraceFileOptions.defaultSize
    var plain = false
    var history = true
    var preset = "standard"
}
