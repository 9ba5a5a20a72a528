// What `import Combine` finds in a file that is tried: OpenCombine, and what it has not and FlowCore has.
@_exported import FlowCore
@_exported import OpenCombineShim
