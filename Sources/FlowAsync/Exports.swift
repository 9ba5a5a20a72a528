// Who imports FlowAsync has the operators of AsyncAlgorithms too.
#if AsyncAlgorithms
    @_exported import AsyncAlgorithms
#endif
