// swift-tools-version: 6.0
import PackageDescription

/// Has the name of a package that flowviz depends on, in a version that flowviz cannot use.
let package = Package(
    name: "swift-collections",
    platforms: [.macOS(.v15)],
    products: [.library(name: "DequeModule", targets: ["DequeModule"])],
    targets: [
        .target(name: "DequeModule"),
        .executableTarget(name: "Turn", dependencies: ["DequeModule"]),
    ]
)
