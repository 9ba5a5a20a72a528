// swift-tools-version: 6.2
import PackageDescription

/// Compares the playground with Swift: for development only, because compiling what it compares takes a while.
let package = Package(
    name: "Oracles",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "flowviz", path: ".."),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    ],
    targets: [
        .target(
            name: "OracleChains",
            dependencies: [
                .product(name: "FlowCore", package: "flowviz"),
                .product(name: "FlowPlayground", package: "flowviz"),
                .product(name: "FlowTrace", package: "flowviz"),
            ]),
        .executableTarget(name: "PrintChains", dependencies: ["OracleChains"]),
        .executableTarget(
            name: "PrintedChains",
            dependencies: [
                "OracleChains",
                .product(name: "FlowCore", package: "flowviz"),
                .product(name: "OpenCombineShim", package: "OpenCombine"),
            ]),
        .executableTarget(
            name: "ParserOracle",
            dependencies: [
                .product(name: "FlowPlayground", package: "flowviz"),
                .product(name: "SwiftOperators", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
            ]),
    ]
)
