/// What is known about the builds that compile the Swift sources: their platform, and the conditions that `-D` and `-U`
/// set or unset.
///
/// Everything else, such as whether `DEBUG` is set or which language mode is used, may differ between builds.
public struct SwiftBuild: Sendable {
  /// The names for which `os(…)` is true.
  let systems: Set<String>
  let architecture: String
  /// The names for which `targetEnvironment(…)` is true.
  let environments: Set<String>
  let pointerBitWidth: Int
  let isLittleEndian: Bool
  /// Custom conditions that are known to be set or unset.
  public var conditions: [String: Bool] = [:]

  /// - Parameter triple: the target as clang and swiftc write it: `aarch64-unknown-linux-gnu`, `arm64-apple-ios-simulator`.
  public init(triple: String) {
    let parts = triple.lowercased().split(separator: "-").map(String.init)
    let processor = parts.first ?? ""
    let rest = parts.dropFirst().map { $0.prefix { !$0.isNumber && $0 != "." } }.map(String.init)
    architecture = Self.architectures.first { processor.hasPrefix($0.prefix) }?.name ?? processor
    pointerBitWidth = Self.narrow.contains(architecture) || processor.hasPrefix("arm64_32") ? 32 : 64
    isLittleEndian = !["s390x", "powerpc64", "powerpc"].contains(architecture)
    var systems: Set<String> = []
    var environments: Set<String> = []
    for part in rest {
      if let names = Self.systemNames[part] { systems = names }
      if let name = Self.environmentNames[part] { environments.insert(name) }
    }
    // Android has a Linux kernel, but is a different system in Swift.
    if rest.contains(where: { $0.hasPrefix("android") }) { systems = ["Android"] }
    if environments.contains("macCatalyst") { systems = ["iOS"] }
    self.systems = systems
    self.environments = environments
  }

  /// The platform of this process.
  public static var host: SwiftBuild {
    #if arch(arm64)
      let processor = "arm64"
    #elseif arch(x86_64)
      let processor = "x86_64"
    #else
      let processor = "unknown"
    #endif
    #if os(macOS)
      return SwiftBuild(triple: "\(processor)-apple-macosx")
    #else
      return SwiftBuild(triple: "\(processor)-unknown-linux-gnu")
    #endif
  }

  /// Whether a module exists; nil if this is not known.
  func has(_ module: String) -> Bool? {
    if Self.everywhere.contains(module) { return true }
    if let system = Self.modules[module] { return !system.isDisjoint(with: systems) }
    return nil
  }

  // MARK: Names

  /// The names for `arch(…)`; longer prefixes come first.
  private static let architectures: [(prefix: String, name: String)] = [
    ("x86_64", "x86_64"), ("aarch64", "arm64"), ("arm64", "arm64"), ("armv", "arm"), ("arm", "arm"), ("thumb", "arm"),
    ("i386", "i386"), ("i486", "i386"), ("i586", "i386"), ("i686", "i386"), ("riscv64", "riscv64"),
    ("riscv32", "riscv32"),
    ("powerpc64le", "powerpc64le"), ("ppc64le", "powerpc64le"), ("powerpc64", "powerpc64"), ("ppc64", "powerpc64"),
    ("s390x", "s390x"), ("wasm32", "wasm32"), ("wasm64", "wasm64"),
  ]
  private static let narrow: Set<String> = ["arm", "i386", "riscv32", "wasm32"]
  private static let systemNames: [String: Set<String>] = [
    "linux": ["Linux"], "macosx": ["macOS", "OSX"], "macos": ["macOS", "OSX"], "darwin": ["macOS", "OSX"],
    "ios": ["iOS"],
    "tvos": ["tvOS"], "watchos": ["watchOS"], "xros": ["visionOS"], "visionos": ["visionOS"], "windows": ["Windows"],
    "freebsd": ["FreeBSD"], "openbsd": ["OpenBSD"], "wasi": ["WASI"], "none": ["none"],
  ]
  private static let environmentNames = [
    "simulator": "simulator", "macabi": "macCatalyst", "musl": "musl",
  ]

  private static let everywhere: Set<String> = [
    "Swift", "Foundation", "FoundationEssentials", "Dispatch", "Synchronization", "Observation", "ArchiveRuntime",
  ]
  private static let apple: Set<String> = ["macOS", "iOS", "tvOS", "watchOS", "visionOS"]
  private static let modules: [String: Set<String>] = [
    "Glibc": ["Linux"], "Musl": [], "Android": ["Android"], "Bionic": ["Android"], "WASILibc": ["WASI"],
    "WinSDK": ["Windows"], "ucrt": ["Windows"], "CRT": ["Windows"],
    "FoundationNetworking": ["Linux", "Windows", "Android"], "FoundationXML": ["Linux", "Windows", "Android"],
    "Darwin": apple, "ObjectiveC": apple, "os": apple, "Combine": apple, "SwiftUI": apple, "SwiftData": apple,
    "CoreData": apple, "CoreGraphics": apple, "CoreLocation": apple, "AppKit": ["macOS"], "Cocoa": ["macOS"],
    "UIKit": ["iOS", "tvOS", "watchOS", "visionOS"], "WatchKit": ["watchOS"],
  ]
}
