// swift-tools-version: 6.2
import PackageDescription

/// Our own targets treat every warning as an error; dependencies keep theirs.
let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .swiftLanguageMode(.v6),
]

let combine: Target.Dependency = .product(name: "OpenCombineShim", package: "OpenCombine")

let package = Package(
    name: "flowviz",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "FlowOperators", targets: ["FlowOperators"]),
        .library(name: "FlowTrace", targets: ["FlowTrace"]),
        .library(name: "FlowCore", targets: ["FlowCore"]),
        .library(name: "FlowModel", targets: ["FlowModel"]),
        .library(name: "FlowPlayground", targets: ["FlowPlayground"]),
        .library(name: "FlowTesting", targets: ["FlowTesting"]),
        .library(name: "FlowAgent", targets: ["FlowAgent"]),
        .executable(name: "flowviz", targets: ["flowviz"]),
    ],
    dependencies: [
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    ],
    targets: [
        .systemLibrary(name: "CNcurses", path: "Modules/CNcurses"),
        .target(name: "FlowOperators", swiftSettings: settings),
        .target(name: "FlowTrace", dependencies: ["FlowOperators"], swiftSettings: settings),
        .target(
            name: "FlowCore",
            dependencies: [
                "FlowOperators", "FlowTrace", combine,
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "HeapModule", package: "swift-collections"),
            ],
            swiftSettings: settings),
        .target(name: "CFlowAgent"),
        .target(name: "FlowAgent", dependencies: ["FlowCore", "FlowTrace", "CFlowAgent"], swiftSettings: settings),
        .target(name: "FlowModel", dependencies: ["FlowOperators", "FlowTrace"], swiftSettings: settings),
        .target(name: "FlowTesting", dependencies: ["FlowCore", "FlowModel", "FlowTrace"], swiftSettings: settings),
        .target(name: "FlowScenarios", dependencies: ["FlowCore", "FlowTrace", combine], swiftSettings: settings),
        .target(
            name: "FlowPlayground", dependencies: ["FlowCore", "FlowOperators", "FlowTrace", combine], swiftSettings: settings),
        .target(name: "FlowScreen", swiftSettings: settings),
        .target(
            name: "FlowViews", dependencies: ["FlowModel", "FlowOperators", "FlowScreen", "FlowTrace"], swiftSettings: settings),
        .target(name: "FlowTerminal", dependencies: ["FlowScreen", "CNcurses"], swiftSettings: settings),
        .executableTarget(
            name: "flowviz",
            dependencies: [
                "FlowCore", "FlowModel", "FlowPlayground", "FlowScenarios", "FlowScreen", "FlowTerminal", "FlowTrace",
                "FlowViews",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
        .target(
            name: "FlowTestSupport", dependencies: ["FlowCore", "FlowScreen", "FlowTrace", combine],
            path: "Tests/FlowTestSupport",
            swiftSettings: settings),
        .executableTarget(
            name: "FlowTerminalProbe", dependencies: ["FlowTerminal", "FlowScreen"], path: "Tests/FlowTerminalProbe",
            swiftSettings: settings),
        .executableTarget(
            name: "FlowTracedProgram", dependencies: ["FlowAgent", combine], path: "Tests/FlowTracedProgram",
            swiftSettings: settings),
        .executableTarget(
            name: "FlowGuestProgram", dependencies: ["FlowAgent", "FlowTestSupport", combine], path: "Tests/FlowGuestProgram",
            swiftSettings: settings),
        .testTarget(
            name: "FlowTerminalTests",
            dependencies: ["FlowTerminal", "FlowScreen", "FlowTestSupport", "FlowTerminalProbe"], swiftSettings: settings),
        .testTarget(name: "FlowOperatorsTests", dependencies: ["FlowOperators"], swiftSettings: settings),
        .testTarget(
            name: "FlowTracerTests",
            dependencies: ["FlowCore", "FlowModel", "FlowOperators", "FlowTestSupport", "FlowTrace", combine],
            swiftSettings: settings),
        .executableTarget(
            name: "FlowTraceProbe", dependencies: ["FlowTrace"], path: "Tests/FlowTraceProbe", swiftSettings: settings),
        .testTarget(
            name: "FlowTraceTests", dependencies: ["FlowTrace", "FlowTestSupport", "FlowTraceProbe"], swiftSettings: settings),
        .testTarget(
            name: "FlowCoreTests", dependencies: ["FlowCore", "FlowTestSupport", "FlowTrace", combine], swiftSettings: settings),
        .testTarget(
            name: "FlowScenariosTests", dependencies: ["FlowScenarios", "FlowModel", "FlowTrace"], swiftSettings: settings),
        .testTarget(
            name: "FlowPlaygroundTests",
            dependencies: ["FlowPlayground", "FlowModel", "FlowOperators", "FlowTestSupport", "FlowTrace"],
            swiftSettings: settings),
        .testTarget(name: "FlowScreenTests", dependencies: ["FlowScreen", "FlowTestSupport"], swiftSettings: settings),
        .testTarget(
            name: "FlowViewsTests",
            dependencies: [
                "flowviz", "FlowModel", "FlowScenarios", "FlowScreen", "FlowTestSupport", "FlowTrace", "FlowViews",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Golden"],
            swiftSettings: settings),
        .testTarget(
            name: "FlowvizTests",
            dependencies: [
                "flowviz", "FlowGuestProgram", "FlowModel", "FlowOperators", "FlowPlayground", "FlowScenarios", "FlowScreen",
                "FlowTerminal",
                "FlowTestSupport", "FlowTrace", "FlowTracedProgram", "FlowViews",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FlowAgentTests", dependencies: ["FlowAgent", "FlowTestSupport", "FlowTrace"], swiftSettings: settings),
        .testTarget(
            name: "FlowModelTests", dependencies: ["FlowModel", "FlowOperators", "FlowTestSupport", "FlowTrace"],
            swiftSettings: settings),
        .testTarget(
            name: "FlowTestingTests",
            dependencies: ["FlowCore", "FlowModel", "FlowTesting", "FlowTestSupport", "FlowTrace", combine],
            swiftSettings: settings),
    ]
)
