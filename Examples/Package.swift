// swift-tools-version: 6.2
import PackageDescription

let traced: [Target.Dependency] = [
    .product(name: "FlowAgent", package: "flowviz"),
    .product(name: "FlowCore", package: "flowviz"),
    .product(name: "OpenCombineShim", package: "OpenCombine"),
]

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "flowviz", path: ".."),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        .executableTarget(name: "Churn", dependencies: traced),
        .executableTarget(name: "LogShipper", dependencies: traced),
        .executableTarget(
            name: "MeshReader",
            dependencies: [
                .product(name: "FlowAgent", package: "flowviz"), .product(name: "FlowAsync", package: "flowviz"),
            ]),
        .executableTarget(name: "SearchBox", dependencies: traced),
        .executableTarget(name: "SensorFanIn", dependencies: traced),
    ]
)
