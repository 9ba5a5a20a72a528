/// Users of these words also need the ones for numbers, times and lists.
@_exported import FlowWords
