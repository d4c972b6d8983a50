import SwiftIfConfig
import SwiftSyntax

/// Whether the condition of an `#if` holds in every build, in none, or in some.
///
/// SwiftIfConfig evaluates a condition for one build. This type calls it for every combination of the unknowns (custom
/// conditions, features, the language mode, a newer compiler) that the condition depends on.
struct ConditionEvaluator {
  let build: SwiftBuild
  /// Modules that are assumed to exist, because this is not known.
  private(set) var assumedModules: [String] = []

  init(_ build: SwiftBuild) { self.build = build }

  /// Whether the condition holds; nil if builds differ, or if it is not a valid condition.
  mutating func holds(_ condition: ExprSyntax) -> Bool? {
    // Folding operators copies the tree that contains the condition, so the condition is detached first.
    holds(condition.detached, [:])
  }

  /// The limit for unknowns in a condition, because the time doubles with each. Beyond it the condition is undecided.
  private static let mostUnknowns = 6

  private mutating func holds(_ condition: ExprSyntax, _ answers: [Unknown: Bool]) -> Bool? {
    let possible = PossibleBuild(build, answers)
    let result = IfConfigRegionState.evaluating(condition, in: possible)
    guard result.diagnostics.allSatisfy({ $0.diagMessage.severity != .error }) else { return nil }
    guard let unknown = possible.firstUnknown else {
      for module in possible.assumedModules where !assumedModules.contains(module) { assumedModules.append(module) }
      return result.state == .active
    }
    guard answers.count < Self.mostUnknowns, let ifNot = holds(condition, answers.merging([unknown: false]) { $1 }),
      let ifSo = holds(condition, answers.merging([unknown: true]) { $1 }), ifNot == ifSo
    else { return nil }
    return ifSo
  }
}

/// A property that may differ between builds.
private enum Unknown: Hashable {
  case condition(String), feature(String), attribute(String)
  /// Whether the build is in Swift 6's language mode: `swift(>=6)` is false in that of Swift 5.
  case isLanguageMode6
  /// Whether the compiler is later than the first one that compiles generated code.
  case hasLaterCompiler
  case versionOf(String, CanImport)
  case pointerAuthentication(String), objectFormat(String), atomicBits

  struct CanImport: Hashable { let version: String }
}

/// One of the possible builds. It notes the first unknown that the evaluation needed.
private final class PossibleBuild: BuildConfiguration {
  private let build: SwiftBuild
  private let answers: [Unknown: Bool]
  private(set) var firstUnknown: Unknown?
  private(set) var assumedModules: [String] = []

  init(_ build: SwiftBuild, _ answers: [Unknown: Bool]) {
    self.build = build
    self.answers = answers
  }

  private func answer(_ unknown: Unknown) -> Bool {
    if let answer = answers[unknown] { return answer }
    if firstUnknown == nil { firstUnknown = unknown }
    return false
  }

  func isCustomConditionSet(name: String) -> Bool { build.conditions[name] ?? answer(.condition(name)) }
  func hasFeature(name: String) -> Bool { answer(.feature(name)) }
  func hasAttribute(name: String) -> Bool { answer(.attribute(name)) }

  func canImport(importPath: [(TokenSyntax, String)], version: CanImportVersion) -> Bool {
    let name = importPath.map(\.1).joined(separator: ".")
    guard let isThere = build.has(importPath.first?.1 ?? name) else {
      assumedModules.append(name)
      return true
    }
    if case .unversioned = version { return isThere }
    return isThere && answer(.versionOf(name, Unknown.CanImport(version: "\(version)")))
  }

  func isActiveTargetOS(name: String) -> Bool { build.systems.contains(name) }
  func isActiveTargetArchitecture(name: String) -> Bool { build.architecture == name }
  func isActiveTargetEnvironment(name: String) -> Bool { build.environments.contains(name) }
  func isActiveTargetRuntime(name: String) -> Bool {
    let isApple = !build.systems.isDisjoint(with: ["macOS", "iOS", "tvOS", "watchOS", "visionOS"])
    return name == (isApple ? "_ObjC" : "_Native")
  }
  func isActiveTargetPointerAuthentication(name: String) -> Bool { answer(.pointerAuthentication(name)) }
  func isActiveTargetObjectFormat(name: String) -> Bool { answer(.objectFormat(name)) }
  var targetPointerBitWidth: Int { build.pointerBitWidth }
  var targetAtomicBitWidths: [Int] { answer(.atomicBits) ? [8, 16, 32, 64, 128] : [8, 16, 32, 64] }
  var endianness: Endianness { build.isLittleEndian ? .little : .big }

  var languageVersion: VersionTuple {
    // This is the last version that Swift 5's language mode reports.
    answer(.isLanguageMode6) ? compilerVersion : VersionTuple(5, 10)
  }

  var compilerVersion: VersionTuple { answer(.hasLaterCompiler) ? VersionTuple(1_000_000) : VersionTuple(6, 2) }
}
