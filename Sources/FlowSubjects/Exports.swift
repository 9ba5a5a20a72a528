// Exports the stream library, but this module's subjects take precedence over the library's.
@_exported import FlowCombine
