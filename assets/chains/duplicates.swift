// removeDuplicates lets a value pass only where it differs from the one before.
marbles("aabbbacca|")
  .removeDuplicates()
  .sink()
