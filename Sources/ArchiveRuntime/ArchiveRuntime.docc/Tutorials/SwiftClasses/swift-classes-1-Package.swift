// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "league",
  dependencies: [.package(path: "../archivegen")],
  targets: [
    .executableTarget(
      name: "league", dependencies: [.product(name: "ArchiveRuntime", package: "archivegen")])
  ])
