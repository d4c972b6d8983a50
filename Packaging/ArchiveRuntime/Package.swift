// swift-tools-version: 6.2
import PackageDescription

// The installed sources of the library, for packages that do not depend on archivegen's repository.
let package = Package(
  name: "ArchiveRuntime",
  platforms: [.macOS(.v13)],
  products: [.library(name: "ArchiveRuntime", targets: ["ArchiveRuntime"])],
  targets: [.target(name: "ArchiveRuntime")],
  swiftLanguageModes: [.v6]
)
