// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "stock",
  dependencies: [.package(path: "../archivegen")],
  targets: [
    .executableTarget(
      name: "stock",
      dependencies: [
        .product(name: "ArchiveRuntime", package: "archivegen"),
        // For saving for an earlier release.
        .product(name: "ArchiveEvolution", package: "archivegen"),
      ])
  ])
