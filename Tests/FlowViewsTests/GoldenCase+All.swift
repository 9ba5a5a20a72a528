extension GoldenCase {
    /// Every golden frame.
    static let all = variants + sizes + states + hidden + explanations + comparisons + panes + overlays + programs + chains

    /// Every scenario and variant at a telling moment.
    private static let variants = [
        GoldenCase("pace", "pace --at 6.4"),
        GoldenCase("pace-tight", "pace --variant tight --at 3.4"),
        GoldenCase("pausable-sink", "pausable-sink --at 3.4"),
        GoldenCase("pausable-sink-as-taught", "pausable-sink --variant as-taught --at 7.2"),
        GoldenCase("demand-basics", "demand-basics --at 5"),
        GoldenCase("batch-demand", "batch-demand --at 8.4"),
        GoldenCase("batch-demand-true", "batch-demand --variant true-batches --at 10.4"),
        GoldenCase("demand-sink", "demand-sink --at 8"),
        GoldenCase("dispatch-timer", "dispatch-timer --at 4"),
        GoldenCase("dispatch-timer-to-the-end", "dispatch-timer --variant to-the-end --at 8"),
        GoldenCase("dispatch-timer-no-demand", "dispatch-timer --variant no-demand --at 4.4"),
        GoldenCase("share-replay", "share-replay --at 9.5 --select 5"),
        GoldenCase("share-replay-slow", "share-replay --variant slow --at 12.4"),
        GoldenCase("overflow", "overflow --at 9"),
        GoldenCase("overflow-drop-newest", "overflow --variant drop-newest --at 9"),
        GoldenCase("overflow-custom-error", "overflow --variant custom-error --at 9"),
        GoldenCase("overflow-keep-full", "overflow --variant keep-full --at 9"),
        GoldenCase("step", "step --at 4 --send 1:more --send 2:more --send 2.5:twice --send 3:old"),
        GoldenCase("step-auto", "step --variant auto --at 3.2"),
        GoldenCase("subscribers", "subscribers --at 4"),
        GoldenCase("unwrap", "unwrap --at 2"),
        GoldenCase("unwrap-unlimited", "unwrap --variant unlimited --at 2"),
        GoldenCase("rate-limiters", "rate-limiters --at 6"),
        GoldenCase("across-threads", "across-threads --at 3"),
        GoldenCase("across-threads-buffered", "across-threads --variant buffered --at 3"),
        GoldenCase("async-stream", "async-stream --at 6"),
        GoldenCase("async-stream-newest", "async-stream --variant newest --at 6"),
        GoldenCase("async-stream-oldest", "async-stream --variant oldest --at 6"),
        GoldenCase("async-channel", "async-channel --at 6"),
        GoldenCase("async-channel-five", "async-channel --variant five-producers --at 6"),
        GoldenCase("async-buffer", "async-buffer --at 4.7"),
        GoldenCase("async-buffer-unbounded", "async-buffer --variant unbounded --at 5.5 --send 0.7:pause"),
        GoldenCase("async-buffer-latest", "async-buffer --variant latest --at 3.7"),
        GoldenCase("async-buffer-oldest", "async-buffer --variant oldest --at 3.7"),
        GoldenCase("watermarks", "watermarks --at 4.2"),
        GoldenCase("watermarks-one-mark", "watermarks --variant one-mark --at 5"),
        GoldenCase("async-rate", "async-rate --at 6"),
        GoldenCase("async-rate-throttle", "async-rate --variant throttle --at 6"),
        GoldenCase("async-rate-throttle-first", "async-rate --variant throttle-first --at 6.8"),
        GoldenCase("async-rate-chunks", "async-rate --variant chunks --at 6"),
        GoldenCase("task-group", "task-group --at 6.6"),
        GoldenCase("task-group-batches", "task-group --variant batches --at 6.6"),
    ]

    /// Small and large screens, ASCII, no colour.
    private static let sizes =
        [("pace", "pace --at 6.4"), ("pausable-sink", "pausable-sink --at 11.6 --send 3.55:pause")]
        .flatMap { name, arguments in
            [
                GoldenCase("\(name)-80x24", "\(arguments) --size 80x24"),
                GoldenCase("\(name)-60x16", "\(arguments) --size 60x16"),
                GoldenCase("\(name)-200x50", "\(arguments) --size 200x50"),
                GoldenCase("\(name)-ascii-80x24", "\(arguments) --size 80x24 --ascii --no-color"),
                GoldenCase("\(name)-no-color-80x24", "\(arguments) --size 80x24 --no-color"),
            ]
        } + [
            GoldenCase("async-buffer-80x24", "async-buffer --at 6.3 --send 4.7:pause --size 80x24"),
            GoldenCase("async-buffer-250x70", "async-buffer --at 6.3 --send 4.7:pause --size 250x70"),
            GoldenCase("async-rate-80x24", "async-rate --variant throttle --at 6 --size 80x24"),
            GoldenCase("async-rate-250x70", "async-rate --variant chunks --at 6 --size 250x70"),
            GoldenCase("share-replay-80x24", "share-replay --at 9.5 --select 5 --size 80x24"),
            GoldenCase("share-replay-more-lanes-60x16", "share-replay --at 9.5 --select 1 --size 60x16"),
            GoldenCase("too-small-52x14", "pace --at 6.4 --size 52x14"),
        ]

    /// The same run with other numbers, beside the original run or alone.
    private static let comparisons = [
        GoldenCase("what-if", "pace --variant tight --at 3.4 --what-if size=8"),
        GoldenCase("what-if-80x24", "pace --variant tight --at 3.4 --what-if size=8 --size 80x24"),
        GoldenCase("what-if-60x16", "pace --variant tight --at 3.4 --what-if size=8 --size 60x16"),
        GoldenCase("what-if-ascii-80x24", "pace --variant tight --at 20 --what-if interval=0.5 --size 80x24 --ascii --no-color"),
        GoldenCase("what-if-strategy", "overflow --at 9 --what-if strategy=dropNewest --size 130x40"),
        GoldenCase("what-if-past", "pausable-sink --at 12 --send 2:pause --what-if size=5 --playhead 8"),
        GoldenCase("what-if-help", "pace --at 3 --what-if interval=0.5 --overlay help"),
    ]

    /// Past, frozen, finished, failed, paused.
    private static let states = [
        GoldenCase("past", "pace --at 6.4 --playhead 5.3"),
        GoldenCase("frozen", "pace --at 5.7 --frozen"),
        GoldenCase("finished", "pace --at 12"),
        GoldenCase("failed-80x24", "overflow --variant custom-error --at 20 --size 80x24"),
        GoldenCase("paused", "pausable-sink --at 11.6 --send 3.55:pause"),
        GoldenCase("paused-frozen-80x24", "pausable-sink --at 6 --send 3.55:pause --frozen --size 80x24"),
        GoldenCase("cancelled-80x24", "dispatch-timer --at 4 --size 80x24"),
    ]

    /// Signals that an operator hides from its subscriber: an end, a failure, a value that has used the demand, the operator's
    /// own demand.
    private static let hidden = [
        GoldenCase("end-waits", "pace --at 7.5"),
        GoldenCase("end-waits-80x24", "pace --at 7.5 --size 80x24"),
        GoldenCase("end-waits-ascii-60x16", "pace --at 7.5 --size 60x16 --ascii --no-color"),
        GoldenCase("failure-waits", "overflow --variant custom-error --at 0.7"),
        GoldenCase("on-its-way", "across-threads --at 0.9"),
        GoldenCase("on-its-way-80x24", "across-threads --at 1.5 --size 80x24"),
        GoldenCase("own-demand", "--eval \(oneAtATime) --at 0.4"),
        GoldenCase("forks-80x36", "rate-limiters --at 6 --size 80x36"),
    ]

    private static let oneAtATime =
        "marbles(\"AB-C|\").flatMap(maxPublishers:.max(1)){\nx\nin\nmarbles(\"1-2|\").map{\nx+$0\n}\n}.sink()"

    /// Ledgers and verdicts, on small screens and without colour.
    private static let explanations = [
        GoldenCase("ledger-80x24", "overflow --at 9 --select 2 --overlay inspector --size 80x24"),
        GoldenCase("ledger-no-color-80x24", "overflow --at 9 --select 2 --overlay inspector --size 80x24 --no-color"),
        GoldenCase("ledger-ascii-60x16", "overflow --at 9 --select 2 --size 60x16 --ascii --no-color"),
        GoldenCase("ledger-operator-80x24", "--eval \(filtering) --at 1 --select 2 --overlay inspector --size 80x24"),
        GoldenCase(
            "ledger-operator-no-color-80x24",
            "--eval \(filtering) --at 1 --select 2 --overlay inspector --size 80x24 --no-color"),
        GoldenCase("verdict-no-color-80x24", "overflow --at 9 --size 80x24 --no-color"),
        GoldenCase("verdict-leaking-no-color-80x24", "batch-demand --at 8.4 --size 80x24 --no-color"),
        GoldenCase("at-once-80x24", "--eval \(doubling) --at 1 --size 80x24"),
        GoldenCase("at-once-120x36", "--eval \(doubling) --at 1 --size 120x36"),
        GoldenCase("at-once-ascii-60x16", "--eval \(doubling) --at 1 --size 60x16 --ascii --no-color"),
        GoldenCase("verdict-fault-no-color-80x24", "--eval \(faulting) --at 0 --size 80x24 --no-color"),
    ]

    private static let filtering = "(1...9).publisher.filter{$0%2==0}.sink()"
    private static let doubling = "[1,2,3,4,5].publisher.map{$0*2}"
    private static let faulting = "[1,2,3].publisher.map{10/($0-2)}.sink()"

    /// Two variants side by side.
    private static let panes = [
        GoldenCase("two-panes", "batch-demand --two --at 10.4"),
        GoldenCase("two-panes-past", "batch-demand --two --at 10.4 --playhead 5"),
        GoldenCase("two-panes-pace", "pace --two --at 4.4"),
    ]

    /// The overlays.
    private static let overlays = [
        GoldenCase("help", "pace --at 6.4 --overlay help"),
        GoldenCase("signs-80x24", "pace --at 6.4 --overlay signs --size 80x24"),
        GoldenCase("signs-ascii-60x16", "pace --at 6.4 --overlay signs --ascii --size 60x16"),
        GoldenCase("help-no-color-80x24", "pace --at 6.4 --overlay help --no-color --size 80x24"),
        GoldenCase("picker", "pace --at 6.4 --overlay picker"),
        GoldenCase("picker-80x24", "share-replay --at 6.4 --overlay picker --size 80x24"),
        GoldenCase("picker-subscribers", "subscribers --at 4 --overlay picker"),
        GoldenCase("code", "pace --at 6.4 --overlay code"),
        GoldenCase("tall-log", "pace --at 6.4 --overlay log"),
        GoldenCase("why-80x24", "pace --at 1.5 --overlay why --size 80x24"),
        GoldenCase("why-ascii-60x16", "pace --at 1.5 --overlay why --size 60x16 --ascii --no-color"),
        GoldenCase("why-lost-80x24", "pausable-sink --at 11.6 --send 3.55:pause --overlay why --size 80x24"),
        GoldenCase("journey-80x24", "pace --at 1.5 --overlay journey --size 80x24"),
        GoldenCase(
            "journey-lost-ascii-60x16", "pace --variant tight --at 1.25 --overlay journey --size 60x16 --ascii --no-color"),
        GoldenCase("tall-inspector", "pausable-sink --at 11.6 --send 3.55:pause --overlay inspector"),
    ]

    /// The trace of a program: the list of its pipelines, and the lanes of one.
    private static let programs = [
        GoldenCase("program", "--trace shop.fvz --at 2"),
        GoldenCase("program-80x24", "--trace shop.fvz --at 1 --sort out --size 80x24"),
        GoldenCase("program-ascii-60x16", "--trace shop.fvz --at 2 --filter buffer --size 60x16 --ascii --no-color"),
        GoldenCase("program-help", "--trace shop.fvz --at 2 --overlay help"),
        GoldenCase("program-journey", "--trace shop.fvz --at 2 --open 1 --overlay journey"),
        GoldenCase("program-lanes", "--trace shop.fvz --at 2 --open 1"),
        GoldenCase("program-lanes-past", "--trace shop.fvz --at 2 --open 1 --playhead 1.2 --select 4"),
        GoldenCase("program-why-80x24", "--trace shop.fvz --at 2 --open 1 --overlay why --size 80x24"),
        GoldenCase("program-executors", "--trace blocked.fvz --at 4 --open 1"),
        GoldenCase("program-executors-past", "--trace blocked.fvz --at 4 --open 1 --playhead 2.6"),
        GoldenCase("program-executors-80x24", "--trace blocked.fvz --at 3.2 --open 1 --size 80x24"),
        GoldenCase("program-executors-ascii-80x24", "--trace blocked.fvz --at 4 --open 1 --size 80x24 --ascii --no-color"),
        GoldenCase("program-executors-60x16", "--trace blocked.fvz --at 4 --open 1 --size 60x16"),
        GoldenCase("program-foretold", "--trace shop.fvz --at 2 --open 1 --select 2 --what-if size=8"),
        GoldenCase(
            "program-foretold-80x24", "--trace shop.fvz --at 2 --open 1 --select 2 --what-if size=2 --playhead 1.2 --size 80x24"),
        GoldenCase("program-lanes-80x24", "--trace shop.fvz --at 2 --open 1 --size 80x24"),
    ]

    private static let chain =
        "marbles(\"AB-C---DEF|\").buffer(size:3,prefetch:.byRequest,whenFull:.dropOldest).pace(.seconds(1))"

    /// A running chain, and the input line for one: empty, with an error, with completions, with several lines, on a small
    /// screen.
    private static let chains =
        ["80x24", "120x36"].flatMap { size in
            [
                GoldenCase("chain-\(size)", "--eval \(chain) --at 3 --size \(size)"),
                GoldenCase("editor-empty-\(size)", "pace --at 3 --size \(size) --typed ''"),
                GoldenCase(
                    "editor-error-\(size)", "pace --at 3 --size \(size) --typed \(chain.replacing("whenFull", with: "whenFll"))"),
                GoldenCase("editor-fits-\(size)", "pace --at 3 --size \(size) --typed marbles(\"AB|\").re"),
                GoldenCase("editor-call-\(size)", "pace --at 3 --size \(size) --typed marbles(\"AB|\").buffer(size:2,"),
                GoldenCase("editor-ready-\(size)", "--eval \(chain) --at 3 --size \(size) --typed \(chain)"),
            ]
        } + [
            GoldenCase("code-chain-80x24", "--eval \(chain) --at 3 --size 80x24 --overlay code"),
            GoldenCase("code-ascii-60x16", "pace --at 3 --size 60x16 --overlay code --ascii --no-color"),
            GoldenCase("editor-empty-60x16", "pace --at 3 --size 60x16 --typed ''"),
            GoldenCase("editor-fits-60x16", "pace --at 3 --size 60x16 --typed marbles(\"AB|\").buf"),
            GoldenCase("editor-60x16", "pace --at 3 --size 60x16 --typed \(chain).mpa"),
            GoldenCase("editor-ascii-80x24", "pace --at 3 --size 80x24 --ascii --no-color --typed 漢字.publisher"),
            GoldenCase("editor-lines-80x24", "pace --at 3 --size 80x24 --typed let\na=[1].publisher\na.zip(a).map{$0+true}"),
        ]
}
