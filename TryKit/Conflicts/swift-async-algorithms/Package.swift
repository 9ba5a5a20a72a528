// swift-tools-version: 6.0
import PackageDescription

/// Has the name of a package that flowviz traces, in a version that flowviz does not know.
let package = Package(
    name: "swift-async-algorithms",
    platforms: [.macOS(.v15)],
    products: [.library(name: "AsyncAlgorithms", targets: ["AsyncAlgorithms"])],
    targets: [.target(name: "AsyncAlgorithms")]
)
