// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .swiftLanguageMode(.v6),
]

let package = Package(
    name: "Server",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "FlowNIO", targets: ["FlowNIO"])
    ],
    dependencies: [
        .package(name: "flowviz", path: ".."),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.20.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    ],
    targets: [
        .target(
            name: "FlowNIO",
            dependencies: [
                .product(name: "FlowAsync", package: "flowviz"),
                .product(name: "FlowTrace", package: "flowviz"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "StreamServer",
            dependencies: [
                "FlowNIO",
                .product(name: "FlowAgent", package: "flowviz"),
                .product(name: "FlowAsync", package: "flowviz"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FlowNIOTests",
            dependencies: [
                "FlowNIO", "StreamServer",
                .product(name: "FlowAlgorithms", package: "flowviz"),
                .product(name: "FlowAsync", package: "flowviz"),
                .product(name: "FlowTrace", package: "flowviz"),
                .product(name: "FlowModel", package: "flowviz"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            swiftSettings: settings),
    ]
)
