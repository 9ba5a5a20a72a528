import FlowScreen
import FlowSessions
import FlowTrace

/// The user's settings for every run, apart from keys and colours.
package struct Settings: Equatable, Sendable {
    package var theme = Theme.dark.name
    package var ascii = false
    package var color = true
    package var speed = 1.0
    /// The initial zoom in steps from flowviz's own choice; positive is nearer.
    package var zoom = 0
    /// The memory that a viewer may use, in bytes.
    package var memory = MemoryBudget.usual
    package var frameSize = Size(width: 120, height: 36)
    /// The size of a recording, in bytes.
    package var recordSize = TraceFileOptions.defaultSize
    package var plain = false
    package var history = true
    var preset = "standard"
}
