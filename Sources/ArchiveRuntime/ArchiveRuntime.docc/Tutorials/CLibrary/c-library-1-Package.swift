// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "tasks",
  dependencies: [.package(path: "../archivegen")],
  targets: [
    .target(name: "CTasks"),
    .executableTarget(
      name: "tasks",
      dependencies: ["CTasks", .product(name: "ArchiveRuntime", package: "archivegen")]),
  ])
