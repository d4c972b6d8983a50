import ArchiveModel
import SwiftSyntax

extension DeclModifierListSyntax {
  func has(_ keyword: Keyword) -> Bool { contains { $0.name.tokenKind == .keyword(keyword) && $0.detail == nil } }

  /// The explicit access level, or the given default.
  func access(default access: SwiftAccess) -> SwiftAccess {
    for modifier in self where modifier.detail == nil {
      if let written = SwiftAccess(modifier.name) { return written }
    }
    return access
  }

  /// The isolation from a modifier or from a global actor's attribute.
  func isolation(_ attributes: AttributeListSyntax) -> SwiftIsolation? {
    if has(.nonisolated) { return SwiftIsolation.none }
    return attributes.names.first { $0.hasSuffix("Actor") && $0 != "globalActor" }.map(SwiftIsolation.actor)
  }

  /// The access level of the setter, as in `private(set)`.
  var setterAccess: SwiftAccess? {
    for modifier in self where modifier.detail?.detail.text == "set" {
      if let written = SwiftAccess(modifier.name) { return written }
    }
    return nil
  }

  /// Whether the declaration is a member of the type and not of its values.
  var areStatic: Bool { has(.static) || has(.class) }

  var reference: SwiftProperty.Reference {
    for modifier in self {
      switch modifier.name.tokenKind {
      case .keyword(.weak): return .weak
      case .keyword(.unowned): return modifier.detail?.detail.text == "unsafe" ? .unownedUnsafe : .unowned
      default: continue
      }
    }
    return .strong
  }
}

extension SwiftAccess {
  fileprivate init?(_ word: TokenSyntax) {
    switch word.tokenKind {
    case .keyword(.private): self = .private
    case .keyword(.fileprivate): self = .fileprivate
    case .keyword(.internal): self = .internal
    case .keyword(.package): self = .package
    case .keyword(.public): self = .public
    case .keyword(.open): self = .open
    default: return nil
    }
  }
}

extension AttributeSyntax {
  fileprivate var writtenArguments: [SwiftAttribute.Argument] {
    guard case .argumentList(let list)? = arguments else { return [] }
    return list.map { argument in
      SwiftAttribute.Argument(
        label: argument.label?.plainName, text: argument.expression.trimmedDescription,
        literal: argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue)
    }
  }
}

extension AttributeListSyntax {
  var written: [SwiftAttribute] {
    compactMap { $0.as(AttributeSyntax.self) }.map { attribute in
      let name = attribute.attributeName.plainText
      let arguments = attribute.leftParen == nil ? "" : "(\(attribute.arguments?.plainText ?? ""))"
      return SwiftAttribute(name: name, text: name + arguments, arguments: attribute.writtenArguments)
    }
  }

  /// The `available` attributes, without their messages, which may have several lines and are of no use elsewhere.
  var availability: [SwiftAttribute] {
    compactMap { $0.as(AttributeSyntax.self) }.compactMap { attribute in
      guard attribute.attributeName.plainText == "available", case .availability(let list)? = attribute.arguments else {
        return nil
      }
      let arguments = list.compactMap { element -> String? in
        if case .availabilityLabeledArgument(let labeled) = element.argument,
          ["message", "renamed"].contains(labeled.label.text)
        {
          return nil
        }
        return element.argument.plainText
      }
      return SwiftAttribute(name: "available", text: "available(\(arguments.joined(separator: ", ")))")
    }
  }

  /// The names of the attributes.
  var names: [String] { compactMap { $0.as(AttributeSyntax.self)?.attributeName.plainText } }

  /// The name in `@objc(Name)`, which may be in an `#if canImport(ObjectiveC)`.
  var objectiveCName: String? {
    for element in self {
      if case .attribute(let attribute) = element, attribute.attributeName.plainText == "objc",
        let name = attribute.arguments
      {
        return name.plainText
      }
      guard case .ifConfigDecl(let block) = element else { continue }
      for clause in block.clauses {
        if case .attributes(let inner)? = clause.elements, let name = inner.objectiveCName { return name }
      }
    }
    return nil
  }
}
