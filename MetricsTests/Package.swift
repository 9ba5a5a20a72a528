// swift-tools-version: 6.2
import PackageDescription

/// Tests `FlowMetrics` with swift-metrics, which flowviz needs only if the trait `Metrics` is asked for.
let package = Package(
    name: "MetricsTests",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "flowviz", path: "..", traits: ["Metrics"]),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.7.0"),
    ],
    targets: [
        .testTarget(
            name: "FlowMetricsTests",
            dependencies: [
                .product(name: "FlowCombine", package: "flowviz"),
                .product(name: "FlowMetrics", package: "flowviz"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
            ])
    ]
)
