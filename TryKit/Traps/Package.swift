// swift-tools-version: 6.0
import PackageDescription

/// A package with what has stood in the way of tracing packages that others wrote.
let package = Package(
    name: "Traps",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Loaded", type: .dynamic, targets: ["Old"])],
    dependencies: [.package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4")],
    targets: [
        .target(name: "CThing"),
        .target(
            name: "Core",
            dependencies: ["CThing", .product(name: "AsyncAlgorithms", package: "swift-async-algorithms")],
            resources: [.copy("words.txt")],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("ExistentialAny")],
            plugins: ["Stamp"]),
        .target(name: "Old", swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(name: "Spelled"),
        .target(name: "NIOCore"),
        .executableTarget(name: "Tool"),
        .plugin(name: "Stamp", capability: .buildTool(), dependencies: ["Tool"]),
        .executableTarget(
            name: "Serve", dependencies: ["Core", "NIOCore", "Old", "Spelled"],
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
        .executableTarget(name: "Count"),
        .testTarget(name: "CoreTests", dependencies: ["Core"]),
    ]
)
