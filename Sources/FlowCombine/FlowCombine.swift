/// Combine under one name: Apple's if available, otherwise OpenCombine with the schedulers of Dispatch.
///
/// OpenCombine's own module of this kind, OpenCombineShim, also contains its Foundation part. A program that links that part
/// loads some fifty libraries, and cannot be linked statically. A program may use both modules: their types are the same.
#if canImport(Combine)
    @_exported import Combine
#else
    @_exported import OpenCombine
    @_exported import OpenCombineDispatch
#endif
