// swift-tools-version: 6.1
import PackageDescription

// A separate package, so that using or building archivegen does not fetch its peers.
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
    // The list of list.h and the samples of sample.h with cereal (Debian: libcereal-dev); a C interface, so that it takes its turn with the others.
    .target(
      name: "CerealPeer", dependencies: ["CSamples"],
      // C++20 would import list.h as a module, and SwiftPM has none for it; of its own module a header is included.
      cxxSettings: [.unsafeFlags(["-fmodule-name=CSamples"])]),
    // The messages of sample.proto in C++ (Debian: libprotobuf-dev, of the version that protoc had).
    .target(
      name: "ProtobufPeer", dependencies: ["CSamples"], cxxSettings: [.unsafeFlags(["-fmodule-name=CSamples"])],
      linkerSettings: [.linkedLibrary("protobuf")]),
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
        .product(name: "ArchiveRuntime", package: "archivegen"), "CerealPeer", "CSamples", "ProtobufPeer",
        "SampleArchives", "SampleMessages",
      ]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx20
)
