// Importing FlowAlgorithms also imports AsyncAlgorithms, with the streams and the operators of FlowAsync.
#if AsyncAlgorithms
    @_exported import AsyncAlgorithms
#endif
@_exported import FlowAsync
