// swift-tools-version: 6.1
import PackageDescription

// Where flatbuffers.sh has put FlatBuffers for Swift; without it the benchmarks leave it out.
let flatBuffers = Context.environment["FLATBUFFERS"] ?? ""
let hasFlatBuffers = !flatBuffers.isEmpty

// A separate package, so that using or building archivegen does not fetch its peers.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "archivegen", path: "../.."),
    // The version that sample.pb.swift was generated with.
    .package(url: "https://github.com/apple/swift-protobuf", exact: "1.39.0"),
  ] + (hasFlatBuffers ? [.package(name: "flatbuffers", path: flatBuffers)] : []),
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
    // Structs of sample.fbs in C++ (Debian: libflatbuffers-dev, of the version that flatc had).
    .target(
      name: "FlatBuffersPeer", dependencies: ["CSamples"], cxxSettings: [.unsafeFlags(["-fmodule-name=CSamples"])]),
    // Records of sample.capnp (Debian: libcapnp-dev, of the version that capnp had), whose headers clang refuses as C++20. SwiftPM's own
    // option comes later, but not after what goes to the compiler itself.
    .target(
      name: "CapnProtoPeer", dependencies: ["CSamples"], cxxSettings: [.unsafeFlags(["-Xclang", "-std=c++17"])],
      linkerSettings: [.linkedLibrary("capnp"), .linkedLibrary("kj")]),
    .target(
      name: "SampleArchives",
      dependencies: [.product(name: "ArchiveRuntime", package: "archivegen"), "CSamples"]),
    .target(
      name: "SampleMessages",
      dependencies: [.product(name: "SwiftProtobuf", package: "swift-protobuf")],
      exclude: ["records.proto", "sample.proto"]),

    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        .product(name: "ArchiveRuntime", package: "archivegen"), "CapnProtoPeer", "CerealPeer", "CSamples",
        "FlatBuffersPeer", "ProtobufPeer", "SampleArchives", "SampleMessages",
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
      ] + (hasFlatBuffers ? ["FlatBuffersMessages", .product(name: "FlatBuffers", package: "flatbuffers")] : []),
      swiftSettings: hasFlatBuffers ? [.define("FLATBUFFERS")] : []),
  ]
    + (hasFlatBuffers
      ? [
        // What flatc makes of sample.fbs and entry.fbs for Swift.
        .target(
          name: "FlatBuffersMessages", dependencies: [.product(name: "FlatBuffers", package: "flatbuffers")])
      ] : []),
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx20
)
