// swift-tools-version: 6.2
import PackageDescription

/// What a program that `flowviz try` builds links beside flowviz's own libraries.
let package = Package(
    name: "TryKit",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "TryKit", targets: ["TryKit", "TryCombine"]),
        // In virtual time: it takes the place of libdispatch's functions and the C library's in the whole program.
        .library(name: "TryVirtual", targets: ["TryVirtual"]),
    ],
    dependencies: [
        .package(name: "flowviz", path: ".."),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        .target(name: "CTryKit"),
        .target(name: "CTryVirtual"),
        .target(name: "TryVirtual", dependencies: ["CTryVirtual"]),
        .target(
            name: "TryKit",
            dependencies: [
                "CTryKit", "TryCombine",
                .product(name: "FlowAgent", package: "flowviz"), .product(name: "FlowAlgorithms", package: "flowviz"),
                .product(name: "FlowAsync", package: "flowviz"),
                .product(name: "OpenCombineShim", package: "OpenCombine"),
            ]),
        .target(
            name: "TryCombine",
            dependencies: [
                .product(name: "FlowCore", package: "flowviz"), .product(name: "FlowSubjects", package: "flowviz"),
                .product(name: "OpenCombineFoundation", package: "OpenCombine"),
            ]),
    ]
)
