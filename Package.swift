// swift-tools-version: 6.2
import PackageDescription

/// Our own targets treat every warning as an error; dependencies keep theirs.
let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .swiftLanguageMode(.v6),
]

/// What a trace is folded into and read from, which the tests take as one.
let model: [Target.Dependency] = ["FlowGraph", "FlowModel", "FlowWords", "FlowVerdict", "FlowAnalysis", "FlowText", "FlowExport"]

/// AsyncAlgorithms, with the trait of that name.
let asyncAlgorithms = Target.Dependency.product(
    name: "AsyncAlgorithms", package: "swift-async-algorithms", condition: .when(traits: ["AsyncAlgorithms"]))

let package = Package(
    name: "flowviz",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "FlowOperators", targets: ["FlowOperators"]),
        .library(name: "FlowTrace", targets: ["FlowTrace"]),
        .library(name: "FlowCombine", targets: ["FlowCombine"]),
        .library(name: "FlowCore", targets: ["FlowCore"]),
        .library(name: "FlowSubjects", targets: ["FlowSubjects"]),
        .library(
            name: "FlowModel",
            targets: ["FlowGraph", "FlowModel", "FlowWords", "FlowVerdict", "FlowAnalysis", "FlowText", "FlowExport"]),
        .library(name: "FlowPlayground", targets: ["FlowPlayground"]),
        .library(name: "FlowTesting", targets: ["FlowTesting"]),
        .library(name: "FlowAsync", targets: ["FlowAsync"]),
        .library(name: "FlowAlgorithms", targets: ["FlowAlgorithms"]),
        .library(name: "FlowAgent", targets: ["FlowAgent"]),
        .library(name: "FlowMetrics", targets: ["FlowMetrics"]),
        .executable(name: "flowviz", targets: ["flowviz"]),
    ],
    traits: [
        .default(enabledTraits: ["AsyncAlgorithms"]),
        .trait(
            name: "AsyncAlgorithms",
            description: "FlowAlgorithms traces AsyncAlgorithms. Without it, swift-async-algorithms is not needed."),
        .trait(
            name: "Metrics",
            description: "FlowMetrics publishes to the process's metrics backend. Without it, swift-metrics is not needed."),
    ],
    dependencies: [
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.7.0"),
        .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
    ],
    targets: [
        .systemLibrary(name: "CNcurses", path: "Modules/CNcurses"),
        .target(name: "LibC", swiftSettings: settings),
        .target(
            name: "FlowCombine",
            dependencies: [
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "OpenCombineDispatch", package: "OpenCombine"),
            ],
            swiftSettings: settings),
        .target(name: "FlowOperators", swiftSettings: settings),
        .target(name: "CFlowStack"),
        .target(name: "FlowTrace", dependencies: ["CFlowStack", "FlowOperators", "LibC"], swiftSettings: settings),
        .target(
            name: "FlowCore",
            dependencies: [
                "FlowCombine", "FlowOperators", "FlowTrace", "LibC",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "HeapModule", package: "swift-collections"),
            ],
            swiftSettings: settings),
        .target(name: "FlowSubjects", dependencies: ["FlowCombine", "FlowCore"], swiftSettings: settings),
        .target(name: "FlowUntraced", swiftSettings: settings),
        .target(name: "FlowAsync", dependencies: ["CFlowStack", "FlowTrace", "FlowUntraced", "LibC"], swiftSettings: settings),
        .target(name: "FlowUntracedAlgorithms", dependencies: [asyncAlgorithms], swiftSettings: settings),
        .target(
            name: "FlowAlgorithms",
            dependencies: ["CFlowStack", "FlowAsync", "FlowTrace", "FlowUntracedAlgorithms", asyncAlgorithms],
            exclude: ["FlowAsync.swiftoverlay"], swiftSettings: settings),
        .target(name: "CFlowAgent"),
        .target(name: "FlowAgent", dependencies: ["FlowCore", "FlowTrace", "LibC", "CFlowAgent"], swiftSettings: settings),
        .target(name: "FlowGraph", dependencies: ["FlowOperators", "FlowTrace", "LibC"], swiftSettings: settings),
        .target(name: "FlowModel", dependencies: ["FlowGraph", "FlowTrace"], swiftSettings: settings),
        .target(name: "FlowWords", dependencies: ["FlowModel", "FlowOperators", "FlowTrace"], swiftSettings: settings),
        .target(
            name: "FlowVerdict", dependencies: ["FlowGraph", "FlowModel", "FlowOperators", "FlowTrace", "FlowWords"],
            swiftSettings: settings),
        .target(
            name: "FlowSizing",
            dependencies: [
                "FlowOperators", "FlowTrace", .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "HeapModule", package: "swift-collections"),
            ],
            swiftSettings: settings),
        .target(
            name: "FlowAnalysis",
            dependencies: ["FlowGraph", "FlowModel", "FlowOperators", "FlowTrace", "FlowVerdict"],
            swiftSettings: settings),
        .target(
            name: "FlowText",
            dependencies: ["FlowAnalysis", "FlowModel", "FlowOperators", "FlowTrace", "FlowVerdict", "FlowWords"],
            swiftSettings: settings),
        .target(
            name: "FlowExport", dependencies: ["FlowAnalysis", "FlowModel", "FlowText", "FlowTrace", "FlowVerdict"],
            swiftSettings: settings),
        .target(
            name: "FlowTesting", dependencies: ["FlowAnalysis", "FlowCombine", "FlowCore", "FlowGraph", "FlowText", "FlowTrace"],
            swiftSettings: settings),
        .target(
            name: "FlowMetrics",
            dependencies: [
                "FlowAnalysis", "FlowCore", "FlowExport", "FlowTrace", "FlowVerdict", "LibC",
                .product(name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
            ],
            swiftSettings: settings),
        .target(name: "CFlowTasks"),
        .target(
            name: "FlowScenarios",
            dependencies: ["CFlowTasks", "FlowAlgorithms", "FlowAsync", "FlowCombine", "FlowCore", "FlowTrace", "LibC"],
            swiftSettings: settings),
        .target(
            name: "FlowPlayground", dependencies: ["FlowCombine", "FlowCore", "FlowOperators", "FlowTrace"],
            resources: [.embedInCode("Library/Chains.txt")], swiftSettings: settings),
        .target(name: "FlowScreen", swiftSettings: settings),
        .target(
            name: "FlowViews",
            dependencies: [
                "FlowAnalysis", "FlowModel", "FlowOperators", "FlowScreen", "FlowSizing", "FlowText", "FlowTrace", "FlowVerdict",
            ],
            swiftSettings: settings),
        .target(name: "FlowTerminal", dependencies: ["FlowScreen", "LibC", "CNcurses"], swiftSettings: settings),
        .target(name: "FlowSystem", dependencies: ["FlowScreen", "FlowTrace", "LibC"], swiftSettings: settings),
        .target(name: "FlowPlaces", dependencies: ["FlowSystem", "FlowTrace", "LibC"], swiftSettings: settings),
        .target(
            name: "FlowTry",
            dependencies: [
                "FlowAnalysis", "FlowModel", "FlowScreen", "FlowSystem", "FlowText", "FlowTrace", "FlowVerdict", "LibC",
            ],
            swiftSettings: settings),
        .target(
            name: "FlowSessions",
            dependencies: [
                "FlowAnalysis", "FlowCore", "FlowExport", "FlowGraph", "FlowModel", "FlowPlaces", "FlowPlayground",
                "FlowScenarios", "FlowScreen", "FlowSizing", "FlowSystem", "FlowText", "FlowTrace", "FlowTry", "FlowVerdict",
                "FlowViews", "LibC",
            ],
            swiftSettings: settings),
        .target(
            name: "FlowApp",
            dependencies: [
                "FlowAnalysis", "FlowCore", "FlowModel", "FlowPlayground", "FlowScenarios", "FlowScreen", "FlowSessions",
                "FlowSystem", "FlowTerminal", "FlowText", "FlowTrace", "FlowTry", "FlowVerdict", "FlowViews", "LibC",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "flowviz",
            dependencies: [
                "FlowAnalysis", "FlowApp", "FlowCore", "FlowExport", "FlowModel", "FlowPlaces", "FlowPlayground", "FlowScenarios",
                "FlowScreen", "FlowSessions", "FlowSizing", "FlowSystem", "FlowTerminal", "FlowText", "FlowTrace", "FlowTry",
                "FlowVerdict", "FlowViews", "LibC",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
        .target(
            name: "FlowTestSupport",
            dependencies: ["FlowAnalysis", "FlowCombine", "FlowCore", "FlowModel", "FlowScreen", "FlowTrace", "FlowVerdict"],
            path: "Tests/FlowTestSupport",
            swiftSettings: settings),
        .executableTarget(
            name: "FlowTerminalProbe", dependencies: ["FlowTerminal", "FlowScreen"], path: "Tests/FlowTerminalProbe",
            swiftSettings: settings),
        .executableTarget(
            name: "FlowTracedProgram", dependencies: ["FlowAgent", "FlowCombine", "FlowCore"], path: "Tests/FlowTracedProgram",
            swiftSettings: settings),
        .executableTarget(
            name: "FlowPlacesProgram", dependencies: ["FlowAgent", "FlowAlgorithms", "FlowCombine"],
            path: "Tests/FlowPlacesProgram", swiftSettings: settings),
        .executableTarget(
            name: "FlowHeldProgram", dependencies: ["FlowAgent", "FlowAsync", "FlowCombine", "FlowCore"],
            path: "Tests/FlowHeldProgram",
            swiftSettings: settings),
        .executableTarget(
            name: "FlowBlockedProgram", dependencies: ["FlowAgent", "FlowAsync"], path: "Tests/FlowBlockedProgram",
            swiftSettings: settings),
        .executableTarget(
            name: "FlowGuestProgram", dependencies: ["FlowAgent", "FlowCombine", "FlowTestSupport"],
            path: "Tests/FlowGuestProgram",
            swiftSettings: settings),
        .testTarget(
            name: "FlowTerminalTests",
            dependencies: ["FlowTerminal", "FlowScreen", "FlowTestSupport", "FlowTerminalProbe"], swiftSettings: settings),
        .testTarget(name: "FlowOperatorsTests", dependencies: ["FlowOperators"], swiftSettings: settings),
        .testTarget(
            name: "FlowTracerTests",
            dependencies: model + [
                "FlowCombine", "FlowCore", "FlowOperators", "FlowScenarios", "FlowTestSupport", "FlowTrace", "FlowTraceProbe",
                .product(name: "OpenCombineShim", package: "OpenCombine"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "FlowTraceProbe", dependencies: ["FlowTrace"], path: "Tests/FlowTraceProbe", swiftSettings: settings),
        .testTarget(
            name: "FlowTraceTests", dependencies: ["CFlowStack", "FlowTrace", "FlowTestSupport", "FlowTraceProbe"],
            exclude: ["Format/Golden"], swiftSettings: settings),
        .testTarget(
            name: "FlowCoreTests", dependencies: ["FlowCombine", "FlowCore", "FlowTestSupport", "FlowTrace"],
            swiftSettings: settings),
        .testTarget(
            name: "FlowScenariosTests",
            dependencies: model + ["FlowAlgorithms", "FlowCore", "FlowScenarios", "FlowTestSupport", "FlowTrace"],
            swiftSettings: settings),
        .testTarget(
            name: "FlowPlaygroundTests",
            dependencies: model + ["FlowPlayground", "FlowOperators", "FlowTestSupport", "FlowTrace"],
            swiftSettings: settings),
        .testTarget(name: "FlowScreenTests", dependencies: ["FlowScreen", "FlowTestSupport"], swiftSettings: settings),
        .testTarget(
            name: "FlowViewsTests",
            dependencies: model + [
                "flowviz", "FlowApp", "FlowScenarios", "FlowScreen", "FlowSessions", "FlowSystem", "FlowTestSupport", "FlowTrace",
                "FlowTry", "FlowViews",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Golden"],
            swiftSettings: settings),
        .testTarget(
            name: "FlowvizTests",
            dependencies: model + [
                "flowviz", "FlowApp", "FlowAsync", "FlowBlockedProgram", "FlowGuestProgram", "FlowHeldProgram", "FlowOperators",
                "FlowPlacesProgram", "FlowPlayground", "FlowScenarios",
                "FlowScreen", "FlowSessions", "FlowSizing", "FlowSystem", "FlowTerminal", "FlowTry", "FlowTestSupport",
                "FlowTrace",
                "FlowTracedProgram", "FlowViews",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FlowPlacesTests",
            dependencies: [
                "FlowGraph", "FlowPlaces", "FlowPlacesProgram", "FlowSystem", "FlowTestSupport", "FlowTrace", "FlowTracedProgram",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FlowAgentTests", dependencies: ["FlowAgent", "FlowTestSupport", "FlowTrace"], swiftSettings: settings),
        .testTarget(
            name: "FlowAsyncTests",
            dependencies: model + [
                "FlowAlgorithms", "FlowAsync", "FlowCombine", "FlowCore", "FlowOperators", "FlowScenarios", "FlowTestSupport",
                "FlowTesting", "FlowTrace", asyncAlgorithms,
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FlowModelTests", dependencies: model + ["FlowOperators", "FlowTestSupport", "FlowTrace"],
            swiftSettings: settings),
        .testTarget(
            name: "FlowTestingTests",
            dependencies: model + [
                "FlowAsync", "FlowCombine", "FlowCore", "FlowSubjects", "FlowTesting", "FlowTestSupport", "FlowTrace",
            ],
            swiftSettings: settings),
    ]
)

// `make test` has the libraries optimised, with their assertions: its 2,000 tests take minutes longer without. Packages that depend on
// this one may have no such flags, so that only the variable sets them.
if Context.environment["FLOWVIZ_OPTIMISED"] != nil {
    let optimised = SwiftSetting.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
    let libraries = package.targets.filter { [.regular, .executable].contains($0.type) && $0.path?.hasPrefix("Tests/") != true }
    for target in libraries { target.swiftSettings?.append(optimised) }
}
