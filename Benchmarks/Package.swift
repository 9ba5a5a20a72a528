// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "flowviz", path: ".."),
        .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.0"),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "Watched",
            dependencies: [
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
                .product(name: "FlowAgent", package: "flowviz"),
                .product(name: "FlowAsync", package: "flowviz"),
            ],
            // The benchmark tool runs each executable whose folder is in one called Benchmarks.
            path: "Sources/Watched"),
        .executableTarget(
            name: "FlowBenchmarks",
            dependencies: [
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
                .product(name: "FlowAsync", package: "flowviz"),
                .product(name: "FlowCombine", package: "flowviz"),
                .product(name: "FlowCore", package: "flowviz"),
                .product(name: "FlowModel", package: "flowviz"),
                .product(name: "FlowPlayground", package: "flowviz"),
                .product(name: "FlowTrace", package: "flowviz"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/FlowBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
    ]
)
