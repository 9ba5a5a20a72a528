// The platform's C library, by one name for all modules.
#if canImport(Glibc)
    @_exported import Glibc
#else
    @_exported import Darwin
#endif
