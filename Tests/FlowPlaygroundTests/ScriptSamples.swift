/// Scripts of sends and waits, and closures with statements, with their outputs within 20 seconds.
enum ScriptSamples {
    /// All of them.
    static let all: [ChainSamples.Sample] = [
        (
            "let c = [1, 2].publisher.sink { print($0) }; c.cancel()",
            ["0 s output 1", "0 s output 2", "0 s output finished"]
        ),
        (
            "var bag = Set<AnyCancellable>()\n[1, 2].publisher.map { $0 + 1 }.sink { print($0) }.store(in: &bag)",
            ["0 s output 2", "0 s output 3", "0 s output finished"]
        ),
        (
            "var bag: Set<AnyCancellable> = []\nJust(1).delay(for: 1, scheduler: RunLoop.main).sink { print($0) }.store(in: &bag)",
            ["1 s output 1", "1 s output finished"]
        ),
        (
            "let taps = PassthroughSubject<Int, Never>()\nvar bag = Set<AnyCancellable>()\ntaps.sink { n in Just(n).sink { print($0) }.store(in: &bag) }.store(in: &bag)\ntaps.send(1)",
            ["0 s output 2 1", "0 s output 1", "0 s output finished"]
        ),
        (
            "let taps = PassthroughSubject<Int, Never>()\ntaps.sink { n in\n    var bag = Set<AnyCancellable>()\n    Just(n).delay(for: 1, scheduler: RunLoop.main).sink { print($0) }.store(in: &bag)\n}\ntaps.send(1)",
            ["0 s output 2 1"]
        ),
        (
            "import Combine\nlet taps = PassthroughSubject<Int, Never>()\ntaps.map { $0 * 10 }.sink()\ntaps.send(1)\nwait(.seconds(1))\ntaps.send(2)\nwait(0.5)\ntaps.send(completion: .finished)",
            ["0 s output 10", "1 s output 20", "1.5 s output finished"]
        ),
        (
            "let level = CurrentValueSubject<Int, Never>(5)\nlevel.sink()\nlevel.value = 6\nlevel.value = level.value + 1\nlevel.send(8)",
            ["0 s output 5", "0 s output 6", "0 s output 7", "0 s output 8"]
        ),
        (
            "let level = CurrentValueSubject<Int, Never>(5)\nlevel.sink()\n[6, 7].publisher.sink { level.value = $0 }",
            [
                "0 s output 5", "0 s output 2 6", "0 s output 6", "0 s output 2 7", "0 s output 7", "0 s output 2 finished",
            ]
        ),
        (
            "let taps = PassthroughSubject<Int, FlowError>()\ntaps.sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })\ntaps.send(1)\ntaps.send(completion: .failure(FlowError(\"lost\")))",
            ["0 s output 1", "0 s output failure lost"]
        ),
        (
            "let taps = PassthroughSubject<Int, Never>()\ntaps.sink()\n(1...2).forEach { taps.send($0) }\n[7].forEach { taps.send($0) }\n(0..<1).forEach { n in taps.send(n) }",
            ["0 s output 1", "0 s output 2", "0 s output 7", "0 s output 0"]
        ),
        (
            "_ = Just(1).sink { print($0) }\nlet _ = Just(2).sink()",
            ["0 s output 1", "0 s output finished", "0 s output 2 2", "0 s output 2 finished"]
        ),
        (
            "_ = Just(1).delay(for: 1).sink()\nlet _ = Just(2).delay(for: 1).sink()\nJust(3).delay(for: 2).sink()",
            ["2 s output 3 3", "2 s output 3 finished"]
        ),
        (
            "[\"1\", \"x\"].publisher.compactMap(Int.init).map(String.init).sink()",
            ["0 s output 1", "0 s output finished"]
        ),
        ("[-1, 2].publisher.map(abs).scan(0, max).sink()", ["0 s output 1", "0 s output 2", "0 s output finished"]),
        (
            "[1, 2, 3].publisher.map { n -> String in if n == 1 { return \"one\" } else if n < 3 { return \"some\" }; return \"many\" }.sink()",
            ["0 s output one", "0 s output some", "0 s output many", "0 s output finished"]
        ),
        ("let maybe: Int? = 3\nJust(1).map { $0 + (maybe ?? 0) }.sink()", ["0 s output 4", "0 s output finished"]),
        (
            "DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { print(\"later\") }\nJust(1).delay(for: 1.5, scheduler: RunLoop.main).sink()",
            ["1.5 s output 1", "1.5 s output finished"]
        ),
        (
            "let queue = DispatchQueue(label: \"work\")\nJust(1).receive(on: queue).subscribe(on: DispatchQueue.global(qos: .background)).sink()",
            ["0 s output 1", "0 s output finished"]
        ),
        (
            "Just([3, 1, 2]).map { $0.sorted().map { \"\\($0)\" }.joined(separator: \",\") }.sink()",
            ["0 s output 1,2,3", "0 s output finished"]
        ),
        (
            "[1, 2, 3].publisher.multicast { PassthroughSubject<Int, Never>() }.autoconnect().sink()",
            ["0 s output 1", "0 s output 2", "0 s output 3", "0 s output finished"]
        ),
        (
            "[1, 2].publisher.handleEvents(receiveSubscription: { _ in print(\"in\") }, receiveRequest: { print($0) }).sink()",
            ["0 s output 1", "0 s output 2", "0 s output finished"]
        ),
    ]
}
