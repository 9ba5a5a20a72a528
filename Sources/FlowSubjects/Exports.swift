// All of the stream library but its subjects: those of this module come before the ones that it imports.
@_exported import FlowCombine
