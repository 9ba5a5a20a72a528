/// Combine by one name: Apple's where there is one, else OpenCombine with the schedulers of Dispatch.
///
/// OpenCombine's own module of this kind, OpenCombineShim, has its Foundation part too. A program that links it loads some fifty
/// libraries, and cannot be linked statically. A program that uses both modules uses the same types.
#if canImport(Combine)
    @_exported import Combine
#else
    @_exported import OpenCombine
    @_exported import OpenCombineDispatch
#endif
