// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that nobody who only uses or builds archivegen has to fetch its peers.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "archivegen", path: "../.."),
    // The version that sample.pb.swift was generated with.
    .package(url: "https://github.com/apple/swift-protobuf", exact: "1.39.0"),
  ],
  targets: [
    // The struct that everybody stores, and what archivegen and protoc make for it.
    .target(name: "CSamples"),
    .target(
      name: "SampleArchives",
      dependencies: [.product(name: "ArchiveRuntime", package: "archivegen"), "CSamples"]),
    .target(
      name: "SampleMessages",
      dependencies: [.product(name: "SwiftProtobuf", package: "swift-protobuf")],
      exclude: ["sample.proto"]),

    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        .product(name: "ArchiveRuntime", package: "archivegen"), "CSamples", "SampleArchives", "SampleMessages",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
