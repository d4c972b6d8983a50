import SwiftSyntax

/// Whether the condition of an `#if` holds on Linux and this machine, as far as source alone tells.
struct ConditionReader {
  /// Modules that are taken to be there, since nothing here knows.
  private(set) var assumedModules: [String] = []

  /// nil if it cannot be told: what a build defines by itself, such as `DEBUG`.
  mutating func holds(_ condition: ExprSyntax) -> Bool? {
    switch condition.as(ExprSyntaxEnum.self) {
    case .booleanLiteralExpr(let literal): return literal.literal.tokenKind == .keyword(.true)
    case .prefixOperatorExpr(let negation) where negation.operator.text == "!":
      return holds(negation.expression).map { !$0 }
    case .tupleExpr(let group):
      guard group.elements.count == 1, let only = group.elements.first else { return nil }
      return holds(only.expression)
    case .sequenceExpr(let sequence): return holds(Array(sequence.elements))
    case .functionCallExpr(let call): return holds(call)
    default: return nil
    }
  }

  /// `a && b || c`: `&&` binds more tightly.
  private mutating func holds(_ elements: [ExprSyntax]) -> Bool? {
    var alternatives: [[ExprSyntax]] = [[]]
    for (index, element) in elements.enumerated() {
      guard index % 2 == 1 else {
        alternatives[alternatives.count - 1].append(element)
        continue
      }
      switch element.as(BinaryOperatorExprSyntax.self)?.operator.text {
      case "&&": break
      case "||": alternatives.append([])
      default: return nil
      }
    }
    var result: Bool? = false
    for alternative in alternatives {
      var all: Bool? = true
      for term in alternative where all != false {
        switch holds(term) {
        case false?: all = false
        case nil: all = nil
        case true?: break
        }
      }
      if all == true { return true }
      if all == nil { result = nil }
    }
    return result
  }

  private mutating func holds(_ call: FunctionCallExprSyntax) -> Bool? {
    let argument = call.arguments.first?.expression.plainText ?? ""
    switch call.calledExpression.plainText {
    case "os", "platform": return argument == "Linux"
    case "arch": return argument == Self.architecture
    case "targetEnvironment": return false
    case "_endian": return argument == "little"
    case "_pointerBitWidth": return argument == "_64"
    case "_runtime": return argument == "_Native"
    case "swift", "compiler", "_compiler_version": return holdsVersion(argument)
    case "canImport":
      if let isThere = Self.knownModules[argument] { return isThere }
      if !assumedModules.contains(argument) { assumedModules.append(argument) }
      return true
    default: return nil
    }
  }

  /// `>=5.9`: this package needs Swift 6.1, so what is older surely holds.
  private func holdsVersion(_ text: String) -> Bool? {
    let digits = text.drop { !$0.isNumber }
    let parts = digits.split(separator: ".").map { Int($0) ?? .max }
    guard let major = parts.first, (major, parts.dropFirst().first ?? 0) <= (6, 1) else { return nil }
    switch text.prefix(while: { !$0.isNumber }).filter({ $0 != " " }) {
    case ">=": return true
    case "<": return false
    default: return nil
    }
  }

  private static let architecture: String = {
    #if arch(arm64)
      "arm64"
    #else
      "x86_64"
    #endif
  }()

  private static let knownModules: [String: Bool] = [
    "Swift": true, "Foundation": true, "FoundationEssentials": true, "FoundationNetworking": true,
    "FoundationXML": true, "Dispatch": true, "Glibc": true, "Synchronization": true, "Observation": true,
    "Darwin": false, "ObjectiveC": false, "UIKit": false, "AppKit": false, "WatchKit": false, "SwiftUI": false,
    "SwiftData": false, "Combine": false, "CoreData": false, "CoreGraphics": false, "CoreLocation": false,
    "Cocoa": false, "Musl": false, "Android": false, "Bionic": false, "WASILibc": false, "WinSDK": false,
    "ucrt": false, "CRT": false, "os": false,
  ]
}
