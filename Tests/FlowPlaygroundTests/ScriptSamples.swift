/// Scripts, and closures with statements, with what comes out of them within 20 seconds.
enum ScriptSamples {
    private static let samples1: [ChainSamples.Sample] = [
        (
            "let c = [1, 2].publisher.sink { print($0) }; c.cancel()",
            ["0 s output 1", "0 s output 2", "0 s output finished"]
        ),
        (
            "var bag = Set<AnyCancellable>()\n[1, 2].publisher.map { $0 + 1 }.sink { print($0) }.store(in: &bag)",
            ["0 s output 2", "0 s output 3", "0 s output finished"]
        ),
        (
            "var bag: [AnyCancellable] = []\nJust(1).sink { print($0) }.store(in: &bag)\nprint(bag.count)",
            ["0 s output 1", "0 s output finished"]
        ),
        (
            "import Combine\nlet taps = PassthroughSubject<Int, Never>()\ntaps.map { $0 * 10 }.sink()\ntaps.send(1)\nwait(.seconds(1))\ntaps.send(2)\nwait(0.5)\ntaps.send(completion: .finished)",
            ["0 s output 10", "1 s output 20", "1.5 s output finished"]
        ),
        (
            "let level = CurrentValueSubject<Int, Never>(5)\nlevel.sink()\nlevel.value = 6\nlevel.value += 1\nlevel.send(8)",
            ["0 s output 5", "0 s output 6", "0 s output 7", "0 s output 8"]
        ),
        (
            "enum Trouble: Error { case small, big(Int), named(text: String) }\nlet taps = PassthroughSubject<Int, Trouble>()\ntaps.sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })\ntaps.send(1)\ntaps.send(completion: .failure(.big(3)))",
            ["0 s output 1", "0 s output failure big(3)"]
        ),
        (
            "struct Point: Equatable { let x: Int; var y = 2 }\n[Point(x: 1), Point(x: 1, y: 2), Point(x: 2)].publisher.removeDuplicates().map(\\.x).sink()",
            ["0 s output 1", "0 s output 2", "0 s output finished"]
        ),
        (
            "struct Point { let x: Int; let y: Int; var sum: Int { x + y } }\n[Point(x: 1, y: 2)].publisher.map(\\.x, \\.sum).sink { print($0, $1) }",
            ["0 s output (1, 3)", "0 s output finished"]
        ),
        (
            "struct Person { let name: String; let age: Int }\n[(\"Ann\", 30), (\"Bob\", 20)].map(Person.init).publisher.filter { $0.age > 25 }.map(\\.name).sink()",
            ["0 s output Ann", "0 s output finished"]
        ),
        (
            "struct Counter { var n = 0; mutating func up(by step: Int = 1) { n += step } }\n[1, 2].publisher.scan(Counter()) { counter, n in var next = counter; next.up(by: n); next.up(); return next }.map(\\.n).sink()",
            ["0 s output 2", "0 s output 5", "0 s output finished"]
        ),
        (
            "enum Light: String, CaseIterable { case red, green = \"go\" }\nLight.allCases.publisher.map(\\.rawValue).sink()\nJust(\"go\").map { Light(rawValue: $0) == .green }.sink()",
            ["0 s output red", "0 s output go", "0 s output finished", "0 s output 2 true", "0 s output 2 finished"]
        ),
        (
            "enum Step: Int { case one = 1, two }\n[Step.one, .two].publisher.map { $0.rawValue * 10 }.sink()",
            ["0 s output 10", "0 s output 20", "0 s output finished"]
        ),
        (
            "func twice(_ n: Int) -> Int { n * 2 }\n[1, 2].publisher.map(twice).sink()",
            ["0 s output 2", "0 s output 4", "0 s output finished"]
        ),
        (
            "func load(_ id: Int, times: Int = 1) -> AnyPublisher<String, Never> {\n    Just(\"item \\(id * times)\").eraseToAnyPublisher()\n}\n[1, 2].publisher.flatMap { load($0, times: 3) }.sink()",
            ["0 s output item 3", "0 s output item 6", "0 s output finished"]
        ),
        (
            "func count(_ n: Int) -> AnyPublisher<Int, Never> {\n    guard n > 0 else { return Empty().eraseToAnyPublisher() }\n    return Just(n).append(count(n - 1)).eraseToAnyPublisher()\n}\ncount(3).sink()",
            ["0 s output 3", "0 s output 2", "0 s output 1", "0 s output finished"]
        ),
        (
            "func check(_ n: Int) throws -> Int { if n > 2 { throw FlowError(\"large\") }; return n }\n[1, 2, 3].publisher.tryMap { try check($0) }.replaceError(with: 0).sink()",
            ["0 s output 1", "0 s output 2", "0 s output 0", "0 s output finished"]
        ),
        (
            "func check(_ n: Int) throws -> Int { if n > 2 { throw FlowError(\"large\") }; return n }\n[1, 3].publisher.map { (try? check($0)) ?? -1 }.sink()",
            ["0 s output 1", "0 s output -1", "0 s output finished"]
        ),
        (
            "let double: (Int) -> Int = { $0 * 2 }\n[1, 2].publisher.map(double).map { double($0) }.sink()",
            ["0 s output 4", "0 s output 8", "0 s output finished"]
        ),
        (
            "[\"1\", \"x\"].publisher.compactMap(Int.init).map(String.init).sink()",
            ["0 s output 1", "0 s output finished"]
        ),
        (
            "[1, 2, 3].publisher.map { n -> String in switch n { case 1: return \"one\"; case 2...3: return \"some\"; default: return \"many\" } }.sink()",
            ["0 s output one", "0 s output some", "0 s output some", "0 s output finished"]
        ),
        (
            "[(1, 0), (0, 2)].publisher.map { pair -> String in switch pair { case (0, let y): return \"y \\(y)\"; case (let x, 0): return \"x \\(x)\"; case (_, _): return \"both\" } }.sink()",
            ["0 s output x 1", "0 s output y 2", "0 s output finished"]
        ),
        (
            "[1, nil].publisher.map { n -> Int in if let n { return n }; return 0 }.sink()",
            ["0 s output 1", "0 s output 0", "0 s output finished"]
        ),
        (
            "[\"5\", \"x\"].publisher.map { text -> Int in guard let n = Int(text), n > 1 else { return 0 }; return n }.sink()",
            ["0 s output 5", "0 s output 0", "0 s output finished"]
        ),
    ]

    private static let samples2: [ChainSamples.Sample] = [
        (
            "[3, 4].publisher.map { n -> Int in var sum = 0; for i in 1...n where i != 2 { sum += i }; return sum }.sink()",
            ["0 s output 4", "0 s output 8", "0 s output finished"]
        ),
        (
            "[10, 11].publisher.map { n -> Int in var n = n; var steps = 0; while n > 1 { n = n % 2 == 0 ? n / 2 : n - 1; steps += 1; if steps > 9 { break } }; return steps }.sink()",
            ["0 s output 4", "0 s output 5", "0 s output finished"]
        ),
        (
            "for n in 1...2 { Just(n).sink { print($0) } }\n[0].publisher.sink()",
            [
                "0 s output 1", "0 s output finished", "0 s output 2", "0 s output finished", "0 s output 2 0",
                "0 s output 2 finished",
            ]
        ),
        (
            "let names = [\"de\": \"Germany\", \"fr\": \"France\"]\n[\"de\", \"xx\"].publisher.map { names[$0] ?? \"?\" }.sink()",
            ["0 s output Germany", "0 s output ?", "0 s output finished"]
        ),
        (
            "[\"a\", \"b\", \"a\"].publisher.reduce([:]) { all, word -> [String: Int] in var all = all; all[word, default: 0] += 1; return all }.map { $0[\"a\"] ?? 0 }.sink()",
            ["0 s output 2", "0 s output finished"]
        ),
        (
            "struct Address { let city: String }\nstruct Customer { let address: Address? }\n[Customer(address: Address(city: \"Rome\")), Customer(address: nil)].publisher.map { $0.address?.city.count }.sink()",
            ["0 s output Optional(4)", "0 s output nil", "0 s output finished"]
        ),
        (
            "let maybe: Int? = 3\nJust(maybe!).map { $0 + (maybe ?? 0) }.sink()",
            ["0 s output 6", "0 s output finished"]
        ),
        (
            "let taps = PassthroughSubject<Int, Never>()\nvar token: AnyCancellable?\ntoken = taps.sink { if $0 == 2 { token?.cancel() } }\nfor n in 1...3 { taps.send(n) }",
            ["0 s output 1", "0 s output 2"]
        ),
        (
            "class Model { let level = CurrentValueSubject<Int, Never>(0); var total = 0\n    func up() { level.value += 1; total = total + level.value } }\nlet model = Model()\nmodel.level.sink()\nmodel.up()\nmodel.up()\nprint(model.total)",
            ["0 s output 0", "0 s output 1", "0 s output 2"]
        ),
        (
            "class Label { var text = \"\" }\nlet label = Label()\n[\"a\", \"b\"].publisher.assign(to: \\.text, on: label)\nJust(label.text).sink()",
            ["0 s output a", "0 s output b", "0 s output finished", "0 s output 2 b", "0 s output 2 finished"]
        ),
        (
            "class Box { var n = 1; private var bag = Set<AnyCancellable>(); init() { [1, 2].publisher.sink { [weak self] in self?.n += $0 }.store(in: &bag) } }\nlet box = Box()\nJust(box.n).sink()",
            ["0 s output 1", "0 s output 2", "0 s output finished", "0 s output 2 4", "0 s output 2 finished"]
        ),
        (
            "Future<Int, FlowError> { promise in promise(.failure(FlowError(\"no\"))) }.catch { Just($0.message.count) }.sink()",
            ["0 s output 2", "0 s output finished"]
        ),
        (
            "let failed: Result<Int, FlowError> = .failure(FlowError(\"bad\"))\nfailed.publisher.replaceError(with: 7).sink()",
            ["0 s output 7", "0 s output finished"]
        ),
        (
            "DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { print(\"later\") }\nJust(1).delay(for: 1.5, scheduler: RunLoop.main).sink()",
            ["1.5 s output 1", "1.5 s output finished"]
        ),
        (
            "let queue = DispatchQueue(label: \"work\")\nJust(1).receive(on: queue).subscribe(on: DispatchQueue.global(qos: .background)).sink()",
            ["0 s output 1", "0 s output finished"]
        ),
        (
            "[1, 2].publisher.tryMap { n -> Int in if n == 2 { throw CancellationError() }; return n }.mapError { $0 as? CancellationError == nil ? FlowError(\"other\") : FlowError(\"cancelled\") }.sink()",
            ["0 s output 1", "0 s output failure cancelled"]
        ),
        (
            "enum Trouble: Error { case low(Int) }\n[1].publisher.tryMap { n -> Int in throw Trouble.low(n) }.catch { error -> Just<Int> in if let trouble = error as? Trouble, case .low(let n) = trouble { return Just(n * 5) }; return Just(0) }.sink()",
            ["0 s output 5", "0 s output finished"]
        ),
        (
            "Just([3, 1, 2]).map { $0.sorted(by: >).map { \"\\($0)\" }.joined(separator: \",\") }.sink()",
            ["0 s output 3,2,1", "0 s output finished"]
        ),
        (
            "let (a, b) = (1, \"x\")\nJust(b).map { $0 + String(a) }.sink()",
            ["0 s output x1", "0 s output finished"]
        ),
        (
            "[1, 2, 3].publisher.multicast { PassthroughSubject<Int, Never>() }.autoconnect().sink()",
            ["0 s output 1", "0 s output 2", "0 s output 3", "0 s output finished"]
        ),
        (
            "[1, 2].publisher.handleEvents(receiveSubscription: { _ in print(\"in\") }, receiveRequest: { print($0) }).sink()",
            ["0 s output 1", "0 s output 2", "0 s output finished"]
        ),
        (
            "let a = 5 as Double\nJust(a / 2).sink()",
            ["0 s output 2.5", "0 s output finished"]
        ),
    ]

    /// All of them.
    static let all = samples1 + samples2
}
