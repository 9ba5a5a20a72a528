// The stream library without its subjects: this module's take precedence over imported ones.
@_exported import FlowCombine
