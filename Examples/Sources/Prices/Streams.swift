@_exported import FlowAsync
