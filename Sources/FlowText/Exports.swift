/// Who puts results into words needs the words for numbers, times and lists too.
@_exported import FlowWords
