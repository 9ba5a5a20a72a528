// swift-tools-version: 6.2
import PackageDescription

let traced: [Target.Dependency] = [
    .product(name: "FlowAgent", package: "flowviz"),
    .product(name: "FlowCombine", package: "flowviz"),
    .product(name: "FlowCore", package: "flowviz"),
]

/// What a program of Swift concurrency links to be traced.
let tracedAsync: [Target.Dependency] = [
    .product(name: "FlowAgent", package: "flowviz"),
    .product(name: "FlowAsync", package: "flowviz"),
]

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(name: "flowviz", path: ".."),
    ],
    targets: [
        .executableTarget(name: "Churn", dependencies: traced),
        .executableTarget(name: "Crowd", dependencies: traced),
        .executableTarget(name: "LogShipper", dependencies: traced),
        // Three ways in: an import in the file, an exported one in the module, and a flag.
        .executableTarget(name: "MeshReader", dependencies: tracedAsync),
        // The programs of docs/trace-combine.md and docs/trace-swift-concurrency.md.
        .executableTarget(
            name: "MyApp",
            dependencies: [
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "OpenCombineDispatch", package: "OpenCombine"),
                .product(name: "FlowAgent", package: "flowviz"),
            ]),
        .executableTarget(name: "Prices", dependencies: tracedAsync),
        .executableTarget(name: "SessionEvents", dependencies: tracedAsync),
        .executableTarget(
            name: "StalledReader", dependencies: tracedAsync,
            swiftSettings: [.unsafeFlags(["-Xfrontend", "-import-module", "-Xfrontend", "FlowAsync"])]),
        .executableTarget(name: "SearchBox", dependencies: traced),
        .executableTarget(name: "SensorFanIn", dependencies: traced),
    ]
)
