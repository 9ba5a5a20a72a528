import Core
import Old
import Spelled

var lines = 0
for await word in try words() where Short().passes(word) { lines += 1 }
for try await box in boxes(2) { lines += box.number }
for await number in numbers() { lines += number }
let kept = try await words().removeDuplicates()
let totals = await sums(3)
print("served", lines, kept.count, totals.count, doubled(21), stamp(), CommandLine.arguments.dropFirst().joined(separator: "|"))
