// What `import Combine` finds in a file that is tried: OpenCombine, with subjects that tell what they lose, and what it has not and FlowCore
// has.
@_exported import FlowCore
@_exported import FlowSubjects
#if !canImport(Combine)
    @_exported import OpenCombineFoundation
#endif
