// swift-tools-version: 6.0
import PackageDescription

/// Pins versions that flowviz cannot be built with.
let package = Package(
    name: "Older",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-collections", "1.1.0"..<"1.2.0"),
        .package(url: "https://github.com/apple/swift-async-algorithms", exact: "0.0.9"),
    ],
    targets: [
        .executableTarget(
            name: "Older",
            dependencies: [
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
            ])
    ]
)
