/// A module that uses these words also needs the words for numbers, times and lists.
@_exported import FlowWords
