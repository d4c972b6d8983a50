// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Train",
  // In a package of your own: .package(url: "https://…/archivegen", from: "…"), or the path of a clone.
  dependencies: [.package(name: "archivegen", path: "../..")],
  targets: [
    .target(name: "CTrain"),
    .executableTarget(
      name: "Train",
      dependencies: ["CTrain", .product(name: "ArchiveRuntime", package: "archivegen")],
      plugins: [.plugin(name: "ArchivegenPlugin", package: "archivegen")]),
  ])
