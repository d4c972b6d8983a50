// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Cookbook",
  dependencies: [.package(path: "../archivegen")],
  targets: [
    .executableTarget(
      name: "Cookbook", dependencies: [.product(name: "ArchiveRuntime", package: "archivegen")])
  ])
