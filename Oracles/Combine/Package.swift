// swift-tools-version: 6.2
import PackageDescription

/// A module named Combine in place of Apple's, with which `.ci/combine` compiles what is behind `canImport(Combine)`.
///
/// OpenCombine's own sources are the module. As Apple's it is compiled for library evolution: its enums may have cases one day that nobody
/// knows yet.
let package = Package(
    name: "OpenCombine",
    products: [
        .library(name: "OpenCombine", targets: ["Combine"]),
        .library(name: "OpenCombineDispatch", targets: ["Combine"]),
        .library(name: "OpenCombineShim", targets: ["OpenCombineShim"]),
    ],
    targets: [
        .target(name: "COpenCombineHelpers"),
        .target(
            name: "Combine", dependencies: ["COpenCombineHelpers"],
            swiftSettings: [
                .swiftLanguageMode(.v5),
                .unsafeFlags(["-enable-library-evolution", "-no-verify-emitted-module-interface", "-suppress-warnings"]),
            ]),
        .target(name: "OpenCombineShim", dependencies: ["Combine"]),
    ],
    cxxLanguageStandard: .cxx17
)
