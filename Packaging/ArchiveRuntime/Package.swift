// swift-tools-version: 6.2
import PackageDescription

// The installed sources of the library, for packages that do not depend on archivegen's repository.

// Each module stands before those that it imports.
let modules = "@MODULES@".split(separator: ";").map { $0.split(separator: " ").map(String.init) }

let package = Package(
  name: "ArchiveRuntime",
  platforms: [.macOS(.v13)],
  products: modules.map { .library(name: $0[0], targets: [$0[0]]) },
  targets: modules.map { .target(name: $0[0], dependencies: $0.dropFirst().map { .byName(name: $0) }) },
  swiftLanguageModes: [.v6]
)
