@freestanding(expression)
macro numbers(below limit: Int) -> any AsyncSequence<Int, Never> = #externalMacro(module: "NumberMacros", type: "Numbers")

var sum = 0
for await number in #numbers(below: 5) { sum += number }
print("sum \(sum)")
