// swift-tools-version: 6.0
import PackageDescription

/// A package with what has stood in the way of tracing packages that others wrote.
let package = Package(
    name: "Traps",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "CThing"),
        .target(
            name: "Core", dependencies: ["CThing"], resources: [.copy("words.txt")],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("ExistentialAny")],
            plugins: ["Stamp"]),
        .target(name: "Old", swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(name: "Spelled"),
        .executableTarget(name: "Tool"),
        .plugin(name: "Stamp", capability: .buildTool(), dependencies: ["Tool"]),
        .executableTarget(name: "Serve", dependencies: ["Core", "Old", "Spelled"]),
        .executableTarget(name: "Count"),
        .testTarget(name: "CoreTests", dependencies: ["Core"]),
    ]
)
