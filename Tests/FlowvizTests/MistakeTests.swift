import FlowTestSupport
import Testing

@Suite("Mistakes", .notForever)
struct MistakeTests {
    /// A command line, and the line that answers it.
    struct Mistake: CustomTestStringConvertible, Sendable {
        let words: [String]
        let answer: String
        var code: Int32 = 2

        /// - Parameter line: The arguments, separated by blanks.
        init(_ line: String, _ answer: String) {
            self.init(line.split(separator: " ").map(String.init), answer)
        }

        init(_ words: [String], _ answer: String) {
            self.words = words
            self.answer = answer
        }

        var testDescription: String { words.joined(separator: " ") }
    }

    private static let sizes = "it takes WIDTHxHEIGHT from 1x1 to 500x200, for example 120x36"
    private static let seconds = "it takes seconds from 0 to 1000000"
    private static let sends = "it takes SECONDS:CONTROL, for example \"2.5:pause\""

    private static let ofScenarios = [
        Mistake("run pcae", "no scenario 'pcae'; did you mean 'pace'?"),
        Mistake("frame pcae --at 1", "no scenario 'pcae'; did you mean 'pace'?"),
        Mistake("--scenario pcae", "no scenario 'pcae'; did you mean 'pace'?"),
        Mistake("run Pausable-sink", "no scenario 'Pausable-sink'; did you mean 'pausable-sink'?"),
        Mistake("run nothing", "no scenario 'nothing'; 'flowviz list' names them"),
        Mistake(["run", ""], "no scenario ''; 'flowviz list' names them"),
        Mistake("run", "<id> is missing; write flowviz run <id>"),
        Mistake("run pace overflow", "Unexpected argument 'overflow'"),
        Mistake("run pace:no", "pace has no variant 'no'; it has as-asked, tight"),
        Mistake("run pace:tight --variant as-asked", "'pace:tight' and --variant as-asked both name a variant; give one"),
        Mistake("run pace --variant no", "pace has no variant 'no'; it has as-asked, tight"),
        Mistake("frame pace --at 1 --variant no", "pace has no variant 'no'; it has as-asked, tight"),
        Mistake("--variant no", "pace has no variant 'no'; it has as-asked, tight"),
        Mistake(
            "show --scenario overflow --variant as-asked",
            "overflow has no variant 'as-asked'; it has drop-oldest, drop-newest, custom-error, keep-full"),
    ]

    private static let ofCommands = [
        Mistake("lst", "no command 'lst'; did you mean 'list'?"),
        Mistake("runn pace", "no command 'runn'; did you mean 'run'?"),
        Mistake("pcae", "no command 'pcae'; did you mean 'pace'?"),
        Mistake("pace:tihgt", "pace has no variant 'tihgt'; it has as-asked, tight"),
        Mistake(
            "wurstbrot",
            "no command 'wurstbrot'; commands are show, tour, list, run, eval, try, record, replay, attach, frame, export, diagnose, size, why, follow, check, diff, metrics, hold, slow, doctor, config, help"
        ),
        Mistake("hold 1 sink --for 61s", "--for '61s' is not valid; it takes a time up to 60s, for example 500ms"),
        Mistake("slow 1 sink --by 11s", "--by '11s' is not valid; it takes a time up to 10s, for example 500ms"),
        Mistake("slow 1 sink --by 0s", "--by '0s' is not valid; it takes a time up to 10s, for example 500ms"),
        Mistake("why pace --at 1 --event 2", "--at and --event both say which event; give one"),
        Mistake("why pace --event 99", "--event 99 is not valid; 'pace' has events from 1 to 34"),
        Mistake(
            "check overflow --until 5",
            "nothing to check; add --max-buffered, --max-wait, --max-executor-delay, --no-drops, --no-violations, --completes or "
                + "--would-fit"
        ),
        Mistake("eval --chain zipp", "no chain 'zipp'; did you mean 'zip'?"),
        Mistake("eval --chain wurstbrot", "no chain 'wurstbrot'; 'flowviz list --chains' names them"),
        Mistake("eval [1].publisher --chain zip", "more than one chain is given; give the chain itself, --file or --chain"),
        Mistake("frame pace --at 1 --eval [1].publisher", "--eval draws a chain; it takes no scenario and no --variant"),
        Mistake(
            "check overflow --until 5 --max-buffered bufer=3",
            "no stage 'bufer'; did you mean 'buffer'?"),
        Mistake(
            "check overflow --until 5 --max-wait wurstbrot=3s",
            "no stage 'wurstbrot'; stages are source, into buffer, output, buffer"),
        Mistake("check overflow --until 5 --no-violation", "Unknown option '--no-violation'. Did you mean '--no-violations'?"),
        Mistake(
            "check pace --max-buffered many",
            "--max-buffered 'many' is not valid; it takes a count, for example 100 or buffer=100"),
        Mistake("check pace --max-wait 2", "--max-wait '2' is not valid; it takes a time, for example 2s, 50ms or buffer=2s"),
        Mistake("check pace --no-drops --accept", "--accept writes the file of --baseline; add --baseline FILE"),
        Mistake(
            "check pace --no-drops --tolerance 5%", "--tolerance is about the figures of --baseline; add --baseline FILE"),
        Mistake(
            "check pace --no-drops --baseline a --tolerance 5",
            "--tolerance '5' is not valid; it takes a percentage from 0% to 10000%, for example 20%"),
        Mistake("diff pace pace --exact --tolerance 5%", "--tolerance is about figures; leave out --exact"),
        Mistake("diff pace pace --times --tolerance 5%", "--tolerance is about figures; leave out --times"),
        Mistake("diff", "<file|id> is missing; write flowviz diff <file|id> <file|id>"),
        Mistake("check", "<file|id> is missing; write flowviz check <file|id>"),
        Mistake("why --json", "<file|id> is missing; write flowviz why <file|id>"),
        Mistake("diff pace", "<file|id> is missing; write flowviz diff <file|id> <file|id>"),
        Mistake("replay a --speed 0", "--speed 0 is not valid; it takes a number from 0.05 to 20"),
        Mistake("record -o a", "no program is named; write flowviz record -o FILE -- PROGRAM ARGUMENTS"),
        Mistake("record -- ls", "--output <file> is missing; write flowviz record --output <file> -- <program> ..."),
        Mistake("record -o a --size 1 -- ls", "--size '1' is not valid; it takes bytes from 1M to 64G, for example 64M"),
        Mistake("record -o a --size 65G -- ls", "--size '65G' is not valid; it takes bytes from 1M to 64G, for example 64M"),
        Mistake(
            "record -o a --size 9999999999G -- ls",
            "--size '9999999999G' is not valid; it takes bytes from 1M to 64G, for example 64M"),
        Mistake(
            "record -o a --values some -- ls",
            "--values 'some' is not valid; it takes basic, all"),
        Mistake("export", "<file> is missing; write flowviz export <file>"),
        Mistake(
            "export a --format gif",
            "--format 'gif' is not valid; it takes jsonl, marble, chrome, perfetto, svg"
        ),
        Mistake("frame pace --at 1 --open 3", "--open works only with the --trace of a program"),
        Mistake("export a --at 1", "--at works only with --format svg"),
        Mistake("export a --format marble --size 80x24 --theme light", "--size works only with --format svg"),
        Mistake("export a --format svg --open x", "--open 'x' is not valid; it takes a number"),
        Mistake("diagnose", "<file|id> is missing; write flowviz diagnose <file|id> ..."),
        Mistake("diagnose trace.fvz --until 1", "--until works only with a scenario, and 'trace.fvz' is not one"),
        Mistake("diagnose pace --variant no", "pace has no variant 'no'; it has as-asked, tight"),
        Mistake("diagnose pace --at x", "--at 'x' is not valid; \(seconds)"),
        Mistake("diagnose pace --until 1e9", "--until '1e9' is not valid; \(seconds)"),
        Mistake(
            "diagnose overflow", "overflow drop-oldest never ends by itself; add --until SECONDS, for example --until 10"),
        Mistake("diagnose ./a --variant b", "--variant works only with a scenario, and './a' is not one"),
        Mistake("metrics 1 --all", "'1' and --all both say what to read; give one"),
        Mistake("metrics 1 --every 10s", "--every writes a file; add -o FILE"),
        Mistake("metrics a -o b --every 10", "--every '10' is not valid; it takes a time from 100ms, for example 10s"),
        Mistake("metrics a -o b --every 1ms", "--every '1ms' is not valid; it takes a time from 100ms, for example 10s"),
        Mistake("metrics pace -o b --every 1s", "--every works only with a program or a trace, and 'pace' is neither"),
        Mistake("metrics a --until 1", "--until works only with a scenario, and 'a' is not one"),
        Mistake("metrics --all --until 1", "--until works only with a scenario"),
        Mistake(
            "metrics a --format json",
            "--format 'json' is not valid; it takes openmetrics, prometheus"),
        Mistake("attach 1 2 1", "'1' is given twice; name each process once"),
        Mistake("attach --all 1", "'1' and --all both say what to show; give one"),
        Mistake("attach --all --wait a", "--wait names a program; leave out --all"),
        Mistake("attach 1 --wait a", "--wait names a program; leave out the process"),
        Mistake("replay a.fvz b.fvz a.fvz", "'a.fvz' is given twice; name each trace once"),
        Mistake("replay", "<file> is missing; write flowviz replay <file> ..."),
        Mistake("attach --memory 0", "--memory '0' is not valid; it takes bytes from 64M to 64G, for example 200M"),
        Mistake("attach --memory 5", "--memory '5' is not valid; it takes bytes from 64M to 64G, for example 200M"),
        Mistake("replay a --memory x", "--memory 'x' is not valid; it takes bytes from 64M to 64G, for example 200M"),
        Mistake("attach --theme blue", "no theme 'blue'; themes are dark, light, contrast"),
        Mistake("list --jsn", "Unknown option '--jsn'. Did you mean '--json'?"),
        Mistake("list all", "Unexpected argument 'all'"),
        Mistake("doctor --json", "Unknown option '--json'"),
        Mistake("doctor . --sources .", "both a folder and --sources are given; give one"),
        Mistake("try . --virtual", "--virtual is for files, and '.' is a folder"),
        Mistake("try . --code 1", "--code is for files, and '.' is a folder"),
        Mistake("try . --filter a", "--filter chooses tests; add --suite"),
        Mistake("try . --suite --product a", "both --product and --suite are given; give one"),
        Mistake("try . --suite -- a", "tests take no arguments; leave out '-- a'"),
        Mistake("try --code 1 -- a", "only a package's executable takes arguments; leave out '-- a'"),
        Mistake("try a.swift --suite", "--suite is for packages; name the folder of one, for example flowviz try ."),
        Mistake(
            "try . -c fast", "-c 'fast' is not valid; it takes debug, release"),
        Mistake("record -o a --suite -- a", "--suite is for packages; name one with --build FOLDER"),
        Mistake("compile -c a.swift", "compile is a part of 'flowviz try FOLDER', which starts it; run that"),
        Mistake("--speed 0", "--speed 0 is not valid; it takes a number from 0.05 to 20"),
        Mistake("--speed nan", "--speed nan is not valid; it takes a number from 0.05 to 20"),
        Mistake("--speed fast", "--speed 'fast' is not valid; it takes a number"),
        Mistake("--theme drak", "no theme 'drak'; did you mean 'dark'?"),
        Mistake("frame pace --at 1 --theme blue", "no theme 'blue'; themes are dark, light, contrast"),
        Mistake(
            "--generate-completion-script csh",
            "Can't generate completion scripts for 'csh'. Please use --generate-completion-script=<shell> with one of: zsh bash fish"
        ),
    ]

    private static let ofRun = [
        Mistake("run pausable-sink", "pausable-sink live never ends by itself; add --until SECONDS, for example --until 10"),
        Mistake("run pace --until soon", "--until 'soon' is not valid; \(seconds)"),
        Mistake("run pace --until=-1", "--until '-1' is not valid; \(seconds)"),
        Mistake("run pace --until inf", "--until 'inf' is not valid; \(seconds)"),
        Mistake("run pace --until nan", "--until 'nan' is not valid; \(seconds)"),
        Mistake("run pace --until 1e9", "--until '1e9' is not valid; \(seconds)"),
        Mistake("run pace --until", "Missing value for '--until <seconds>'"),
        Mistake(
            "run pace --format xml",
            "--format 'xml' is not valid; it takes log, jsonl, marble"),
        Mistake("run pace --send 1", "--send '1' is not valid; \(sends)"),
        Mistake(["run", "pace", "--send", ""], "--send '' is not valid; \(sends)"),
        Mistake("run pace --send emit:1", "--send 'emit:1' is not valid; \(sends)"),
        Mistake("run pace --send=-1:emit", "--send '-1:emit' is not valid; \(sends)"),
        Mistake("run pace --send 1:", "--send '1:' is not valid; \(sends)"),
        Mistake("run pace --send 1:emti", "pace has no control 'emti'; it has emit, burst, interval, size"),
        Mistake("run pace --send 1:emit=x", "pace has no control 'emit=x'; it has emit, burst, interval, size"),
        Mistake("run pace --send 1:burst:2", "--send '1:burst:2': 'burst:2' is not valid; burst takes no argument"),
        Mistake("run pace --send 1:size:0", "--send '1:size:0': 'size:0' is not valid; size takes a size from 1 to 100000"),
        Mistake("run pace --send 1:size:2", "--send '1:size:2' is not valid; a new size starts anew: use --set size=2"),
        Mistake("frame pace --at 2 --send 1:size:2", "--send '1:size:2' is not valid; a new size starts anew: use --set size=2"),
        Mistake(
            "run pace --send 1:interval:x",
            "--send '1:interval:x': 'interval:x' is not valid; interval takes seconds from 0.1 to 5"),
        Mistake(
            "run unwrap --send 1:request:0",
            "--send '1:request:0': 'request:0' is not valid; request takes a count from 1 to 1000000"),
        Mistake(
            "run demand-sink --send 1:emit:x",
            "--send '1:emit:x': 'emit:x' is not valid; emit takes a whole number in demand-sink"),
        Mistake("run pace --format jsonl --send 1:pause", "pace has no control 'pause'; it has emit, burst, interval, size"),
        Mistake("run subscribers --send 1:pause", "subscribers has no control 'pause'; it has none"),
        Mistake(["run", "pace", "--break", "bufer >= 8"], "--break 'bufer >= 8': no buffer 'bufer'; buffers are buffer"),
        Mistake(
            "run pace --break buffer>=x",
            "--break 'buffer>=x': 'x' is not valid; buffer takes a count or a percentage, for example 8 or 80%"),
        Mistake(
            "replay a --break stop",
            "--break 'stop': 'stop' is no condition; write 'buffer >= 80%', 'demand = 0 for 2s', 'value = D', 'value contains ab', "
                + "drop or failure"),
        Mistake(
            ["attach", "--break", "demand = 0 for x"],
            "--break 'demand = 0 for x': 'x' is not valid; for takes a time, for example 2s or 500ms"),
        Mistake("--break value>3", "--break 'value>3': 'value>3' is not valid; value takes = or contains, and a text"),
        Mistake("run pace --until 1 --send 2:emit:x", "--send '2:emit:x' comes after the end; --until is 1"),
        Mistake("run pace --until -3", "--until '-3' is not valid; \(seconds)"),
        Mistake("diagnose pace --at -0.5", "--at '-0.5' is not valid; \(seconds)"),
        Mistake("run pausable-sink --send 2:nope", "pausable-sink has no control 'nope'; it has pause, resume"),
        Mistake("run pace --set size", "--set 'size' is not valid; it takes NAME=VALUE, for example interval=2"),
        Mistake("run pace --set sise=2", "pace has no number 'sise'; it has interval, size, strategy"),
        Mistake("run pace --set size=2.5", "size=2.5 is not valid; size takes a whole number from 1 to 100000"),
        Mistake("run pace --set size=", "--set 'size=' is not valid; it takes NAME=VALUE, for example interval=2"),
        Mistake("run pace --set interval=nan", "interval=nan is not valid; interval takes a number from 0.1 to 5"),
        Mistake("run subscribers --set size=2", "subscribers has no number 'size'; it has none"),
    ]

    private static let ofFrame = [
        Mistake("frame --at 1", "no scenario is named; 'flowviz list' names them, --trace FILE draws a trace"),
        Mistake("frame pace --at x", "--at 'x' is not valid; \(seconds)"),
        Mistake("frame pace --at 1000001", "--at '1000001' is not valid; \(seconds)"),
        Mistake("frame pace --at 1 --playhead x", "--playhead 'x' is not valid; \(seconds)"),
        Mistake("frame pace --at 1 --playhead 2", "--playhead '2' is not valid; it takes a moment up to --at, which is 1"),
        Mistake("frame pace --at 1 --size 80", "--size '80' is not valid; \(sizes)"),
        Mistake("frame pace --at 1 --size 0x0", "--size '0x0' is not valid; \(sizes)"),
        Mistake("frame pace --at 1 --size 501x20", "--size '501x20' is not valid; \(sizes)"),
        Mistake("frame pace --at 1 --size x80x24", "--size 'x80x24' is not valid; \(sizes)"),
        Mistake("frame pace --at 1 --size 80x24x", "--size '80x24x' is not valid; \(sizes)"),
        Mistake(
            "frame pace --at 1 --format png",
            "--format 'png' is not valid; it takes text, ansi, svg, cast"),
        Mistake("frame pace --from 0 --format svg", "a moving picture needs both --from and --to"),
        Mistake("frame pace --to 2 --format svg", "a moving picture needs both --from and --to"),
        Mistake(
            "frame pace --from 0 --to 2",
            "a moving picture is svg or cast; give --from and --to with --format svg or --format cast"),
        Mistake("frame pace --at 2 --format cast", "--format cast is a moving picture; it needs --from and --to"),
        Mistake(
            "frame pace --at 2 --from 0 --to 2 --format svg",
            "--from and --to draw a moving picture, --at and --playhead one moment; give one"),
        Mistake(
            "frame pace --playhead 1 --from 0 --to 2 --format svg",
            "--from and --to draw a moving picture, --at and --playhead one moment; give one"),
        Mistake(
            "frame pace --from 2 --to 2 --format svg", "--to '2' is not valid; it takes a moment after --from, which is 2"),
        Mistake(
            "frame pace --from 0 --to 61 --format svg", "--from 0 --to 61 is too long; a moving picture has 60 seconds at most"),
        Mistake("frame pace --from x --to 2 --format svg", "--from 'x' is not valid; \(seconds)"),
        Mistake("frame pace --from 0 --to -1 --format cast", "--to '-1' is not valid; \(seconds)"),
        Mistake(
            "frame pace --at 1 --overlay keys",
            "--overlay 'keys' is not valid; it takes help, signs, picker, code, log, inspector, why, journey"
        ),
        Mistake("frame pace --at 1 --select 0", "--select 0 is not valid; pace has lanes 1 to 4"),
        Mistake("frame pace --at 1 --select 5", "--select 5 is not valid; pace has lanes 1 to 4"),
        Mistake("frame pace --at 1 --select x", "--select 'x' is not valid; it takes a number"),
        Mistake("frame pace --at 1 --two --size 80x24", "--two needs 120 columns; --size is 80x24"),
        Mistake("frame subscribers --at 1 --two", "--two is not valid; subscribers has only one variant"),
        Mistake("frame pace --at 1 --send 0.5:pause", "pace has no control 'pause'; it has emit, burst, interval, size"),
        Mistake("frame pace --at 1 --send 5:pause", "pace has no control 'pause'; it has emit, burst, interval, size"),
        Mistake("frame pace --at 1 --send x", "--send 'x' is not valid; \(sends)"),
        Mistake(
            "run pace --set strategy=dropoldest", "strategy=dropoldest is not valid; strategy takes dropOldest or dropNewest"),
        Mistake(
            "run overflow --set strategy=x", "strategy=x is not valid; strategy takes dropOldest, dropNewest or customError"),
        Mistake("follow pace", "<value> is missing; write flowviz follow <file|id> <value>"),
        Mistake("follow overflow 3", "overflow drop-oldest never ends by itself; add --until SECONDS, for example --until 10"),
        Mistake("frame pace --at 1 --what-if x", "--what-if 'x' is not valid; it takes NAME=VALUE, for example interval=2"),
        Mistake("frame pace --at 1 --what-if size=0", "size=0 is not valid; size takes a whole number from 1 to 100000"),
        Mistake("frame pace --at 1 --what-if size=1000", "--what-if changes nothing: size=1000 is set already"),
        Mistake(
            "frame pace --at 1 --two --what-if size=1",
            "--what-if works with one run of a scenario, not with --two or the trace of a program"),
        Mistake("frame subscribers --at 1 --what-if size=1", "subscribers has no number 'size'; it has none"),
        Mistake("frame pace --at 1 --set size=0", "size=0 is not valid; size takes a whole number from 1 to 100000"),
    ]

    private static let ofEval = [
        Mistake("eval", "no chain is given; write flowviz eval '[1, 2, 3].publisher.map { $0 * 2 }'"),
        Mistake("eval a --file b", "more than one chain is given; give the chain itself, --file or --chain"),
        Mistake(
            ["eval", "interval(.seconds(1))"], "this chain never ends by itself; add --until SECONDS, for example --until 10"),
        Mistake(["eval", "Just(1)", "--until", "x"], "--until 'x' is not valid; \(seconds)"),
        Mistake(["eval", "Just(1)", "--send", "1:emit"], "chain has no control 'emit'; it has none"),
        Mistake(["eval", "keys()", "--send", "1:pause"], "chain has no control 'pause'; it has emit, burst, finish"),
        Mistake(["eval", "Just(1)", "--set", "size=2"], "chain has no number 'size'; it has Just"),
        Mistake(
            ["eval", "Just(1).prefix(2)", "--set", "prefix=1.5"],
            "prefix=1.5 is not valid; prefix takes a whole number from 0 to 1000000"),
        Mistake(
            ["eval", "keys()", "--until", "1", "--send", "2:emit"], "--send '2:emit' comes after the end; --until is 1"),
        Mistake(
            ["eval", "Just(1)", "--format", "gif"],
            "--format 'gif' is not valid; it takes log, jsonl, marble, output, swift, test"
        ),
    ]

    private static let hostile = [
        Mistake(["run", "a\nb\u{1B}[2J"], "no scenario 'a␊b␛[2J'; 'flowviz list' names them"),
        Mistake(["run", "pace", "--variant", "\u{9B}31m\r"], "pace has no variant '\u{FFFD}31m␍'; it has as-asked, tight"),
        Mistake(["run", "pace", "--send", "1:\u{7}"], "pace has no control '␇'; it has emit, burst, interval, size"),
        Mistake(["run", "pace", "--set", "a\u{1B}=1"], "pace has no number 'a␛'; it has interval, size, strategy"),
        Mistake(["frame", "pace", "--at", "1\n"], "--at '1␊' is not valid; \(seconds)"),
        Mistake(["--theme", "\u{1B}]0;x\u{7}"], "no theme '␛]0;x␇'; themes are dark, light, contrast"),
        Mistake(
            ["run", "pace", "--format", "x\ny"],
            "--format 'x␊y' is not valid; it takes log, jsonl, marble"),
        Mistake(["list\n"], "no command 'list␊'; did you mean 'list'?"),
    ]

    @Test(arguments: ofScenarios + ofCommands + ofRun + ofFrame + ofEval + hostile)
    func `a mistake on the command line is answered in one line, with exit code 2`(mistake: Mistake) throws {
        let run = try Program.run(mistake.words)

        #expect(run.errorLines == ["flowviz: \(mistake.answer)"])
        #expect(run.status == .exited(2))
        #expect(run.output == "")
    }

    @Test(arguments: [
        (
            "",
            "standard input is not a terminal: start flowviz in one, or let --plain write lines to a file or pipe"
        ),
        (
            "pace",
            "standard input is not a terminal: start flowviz in one, or let --plain write lines to a file or pipe"
        ),
        ("nothing.fvz", "cannot open 'nothing.fvz': No such file or directory"),
        (
            "export pace",
            "'pace' is a scenario, not a trace file; 'flowviz run pace --until 10 -o FILE' writes its trace"
        ),
        ("diagnose /", "'/' is a directory, not a trace file"),
        (
            "attach nosuchname",
            "'nosuchname' is neither the number of a process nor a socket; 'flowviz attach --wait nosuchname' takes a program by its name"
        ),
        ("frame pace --at 1 --size 5x5 > /dev/null", "5x5 is too small for a frame; the smallest is 60x16"),
        ("list > /dev/full", "cannot write the output: No space left on device; write it elsewhere"),
        ("run pace --format jsonl > /dev/full", "cannot write the output: No space left on device; write it elsewhere"),
        ("frame pace --at 1 > /dev/full", "cannot write the output: No space left on device; write it elsewhere"),
        ("--help > /dev/full", "cannot write the output: No space left on device; write it elsewhere"),
        ("doctor >&-", "cannot write the output: Bad file descriptor; write it elsewhere"),
    ])
    func `a failure while running is told in one line, with exit code 1`(line: String, answer: String) throws {
        let run = try Program.shell("\"$0\" \(line)")

        #expect(run.errorLines == ["flowviz: \(answer)"])
        #expect(run.status == .exited(1))
        #expect(run.output == "")
    }

    @Test(arguments: [
        "--help", "-h", "help", "help run", "run --help", "frame -h", "list --help", "doctor --help", "show --help", "--version",
        "run pace --help", "--generate-completion-script bash",
    ])
    func `help is no mistake`(line: String) throws {
        let run = try Program.run(line.split(separator: " ").map(String.init))

        #expect(run.status == .exited(0) && run.errors == "" && !run.output.isEmpty)
    }
}
