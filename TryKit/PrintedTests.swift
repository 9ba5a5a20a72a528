// swift-tools-version: 6.2
import PackageDescription

/// The tests that 'flowviz try --test' has printed; SOURCE is flowviz's clone.
let package = Package(
    name: "Printed",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "flowviz", path: "SOURCE"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        .testTarget(
            name: "PrintedTests",
            dependencies: [
                .product(name: "FlowAlgorithms", package: "flowviz"), .product(name: "FlowCore", package: "flowviz"),
                .product(name: "FlowSubjects", package: "flowviz"), .product(name: "FlowTesting", package: "flowviz"),
                .product(name: "OpenCombineFoundation", package: "OpenCombine"),
                .product(name: "OpenCombineShim", package: "OpenCombine"),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)])
    ]
)
