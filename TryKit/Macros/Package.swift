// swift-tools-version: 6.0
import CompilerPluginSupport
import PackageDescription

/// A package whose streams are made by a macro of its own: no source of the program names a stream.
let package = Package(
    name: "Macros",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/swiftlang/swift-syntax", from: "600.0.1")],
    targets: [
        .macro(
            name: "NumberMacros",
            dependencies: [
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
            ]),
        .executableTarget(name: "Expanded", dependencies: ["NumberMacros"]),
    ]
)
