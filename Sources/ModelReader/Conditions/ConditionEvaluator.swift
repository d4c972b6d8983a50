import SwiftIfConfig
import SwiftSyntax

/// Whether the condition of an `#if` holds in every build, in none, or in some.
///
/// SwiftIfConfig evaluates a condition for one build. It is asked for every combination of what is not known (custom
/// conditions, features, the language mode, a newer compiler), as far as the condition depends on it.
struct ConditionEvaluator {
  let build: SwiftBuild
  /// Modules that are taken to be there, since nothing here knows.
  private(set) var assumedModules: [String] = []

  init(_ build: SwiftBuild) { self.build = build }

  /// nil if builds differ, or if the condition is none.
  mutating func holds(_ condition: ExprSyntax) -> Bool? {
    // Folding operators copies the tree that the condition is in, for each condition.
    holds(condition.detached, [:])
  }

  /// A condition that depends on more is not decided: the time doubles with each.
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

/// What may differ between builds.
private enum Unknown: Hashable {
  case condition(String), feature(String), attribute(String)
  /// Whether the build is in Swift 6's language mode: `swift(>=6)` is false in that of Swift 5.
  case isLanguageMode6
  /// Whether the compiler is later than the first that generated code can be compiled with.
  case hasLaterCompiler
  case versionOf(String, CanImport)
  case pointerAuthentication(String), objectFormat(String), atomicBits

  struct CanImport: Hashable { let version: String }
}

/// One build of those that are possible. It notes the first thing that it was asked and that is not known.
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
    // The last that Swift 5's mode calls itself.
    answer(.isLanguageMode6) ? compilerVersion : VersionTuple(5, 10)
  }

  var compilerVersion: VersionTuple { answer(.hasLaterCompiler) ? VersionTuple(1_000_000) : VersionTuple(6, 2) }
}
