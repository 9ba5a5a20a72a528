import FlowTestSupport

/// Two threads that open, move and close descriptors at random, close foreign ones, and check whether theirs were touched.
struct Churn {
    let seed: UInt64
    let rounds: Int
    let folder: String

    func run() {
        let belongings = Belongings()
        onThreads(2) { thread in
            var hand = Hand(belongings, chance: SeededChance(seed: seed &* 2 &+ UInt64(thread)), folder: "\(folder)/\(thread)")
            let source = Source()
            for round in 1...rounds {
                source.send(round)
                hand.play()
                if thread == 0, round % 1_000 == 0 { say("played \(round).") }
            }
            hand.check()
        }
    }
}
