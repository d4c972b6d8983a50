import Foundation
import PackagePlugin

/// An artifact bundle (SE-0305): a folder with executables for several platforms, which info.json lists.
struct ArtifactBundle {
  let url: URL

  /// The platform of this machine, as a triple begins and as it has to contain.
  static let host = "\(architecture)-\(system)"

  /// The bundles with executables that are binary targets of the package or of those that it depends on.
  static func all(of package: Package) -> [ArtifactBundle] {
    var bundles: [ArtifactBundle] = []
    var seen: Set<Package.ID> = []
    var open = [package]
    while let next = open.popLast() {
      guard seen.insert(next.id).inserted else { continue }
      for case let target as BinaryArtifactTarget in next.targets where target.kind == .artifactsArchive {
        bundles.append(ArtifactBundle(url: target.artifactURL))
      }
      open += next.dependencies.map(\.package)
    }
    return bundles
  }

  /// - Returns: nil if the bundle has no such executable for this machine.
  func executable(_ name: String) -> URL? {
    guard let data = FileManager.default.contents(atPath: url.appendingPathComponent("info.json").path),
      let index = try? JSONDecoder().decode(Index.self, from: data), let artifact = index.artifacts[name]
    else { return nil }
    let variant = artifact.variants.first { variant in
      (variant.supportedTriples ?? [Self.host]).contains { triple in
        Self.names.contains { triple.hasPrefix("\($0)-") } && triple.contains(Self.system)
      }
    }
    return variant.map { url.appendingPathComponent($0.path) }
  }

  private struct Index: Decodable {
    struct Artifact: Decodable {
      let variants: [Variant]
    }
    struct Variant: Decodable {
      let path: String
      let supportedTriples: [String]?
    }
    let artifacts: [String: Artifact]
  }

  #if arch(arm64)
    private static let architecture = "aarch64"
    private static let names = ["aarch64", "arm64"]
  #else
    private static let architecture = "x86_64"
    private static let names = ["x86_64"]
  #endif

  #if os(macOS)
    private static let system = "macos"
  #else
    private static let system = "linux"
  #endif
}
