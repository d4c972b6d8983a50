import ArchiveModel
import SwiftSyntax

/// Reads expressions that are texts: literals, names of constants, and concatenations of these.
enum TextReader {
  /// The limit for chained names and nested operators. No handwritten key comes near it, and the stack is finite.
  private static let deepest = 64
  /// The limit for the parts of a key. It is needed because constants that concatenate two of another one double with
  /// each level.
  private static let mostParts = 64

  /// Reads a text; nil for any other expression.
  ///
  /// - Parameter locals: the expressions of the constants in the surrounding function.
  static func read(_ expression: ExprSyntax, locals: [String: ExprSyntax] = [:], depth: Int = 0) -> SwiftText? {
    guard depth < deepest else { return nil }
    func inner(_ expression: ExprSyntax) -> SwiftText? { read(expression, locals: locals, depth: depth + 1) }
    switch expression.as(ExprSyntaxEnum.self) {
    case .stringLiteralExpr(let literal): return read(literal, inner)
    case .declReferenceExpr(let name):
      if let local = locals[name.baseName.plainName] {
        var outer = locals
        outer[name.baseName.plainName] = nil
        return read(local, locals: outer, depth: depth + 1)
      }
      return SwiftText([.constant(SwiftText.ConstantName([name.baseName.plainName]))])
    case .memberAccessExpr(let member):
      // `(Keys.name).rawValue` is the same as `Keys.name.rawValue`.
      return path(member, depth: depth).map { SwiftText([.constant($0)]) }
    case .tupleExpr(let group):
      return group.elements.count == 1 ? group.elements.first.flatMap { inner($0.expression) } : nil
    case .sequenceExpr(let sequence): return read(Array(sequence.elements), inner)
    case .functionCallExpr(let call): return read(call, inner)
    case .macroExpansionExpr(let macro) where macro.macroName.text == "keyPath":
      return macro.arguments.first.flatMap { keyPath($0.expression) }.map { SwiftText([.literal($0)]) }
    default: return nil
    }
  }

  private static func read(_ literal: StringLiteralExprSyntax, _ inner: (ExprSyntax) -> SwiftText?) -> SwiftText? {
    if let text = literal.representedLiteralValue { return SwiftText([.literal(text)]) }
    var parts: [SwiftText.Part] = []
    for segment in literal.segments {
      if case .stringSegment(let segment) = segment {
        // Escapes beside an interpolation are rare, and a guessed key would be worse than none.
        guard !segment.content.text.contains("\\"), !segment.content.text.contains("\n") else { return nil }
        if !segment.content.text.isEmpty { parts.append(.literal(segment.content.text)) }
      } else {
        guard case .expressionSegment(let segment) = segment, segment.expressions.count == 1,
          let only = segment.expressions.first, only.label == nil,
          let text = inner(only.expression), parts.count < mostParts
        else { return nil }
        parts += text.parts
      }
    }
    return SwiftText(parts)
  }

  /// Reads `prefix + "Name"` and `"Name" as NSString`.
  private static func read(_ elements: [ExprSyntax], _ inner: (ExprSyntax) -> SwiftText?) -> SwiftText? {
    var parts: [SwiftText.Part] = []
    for (index, element) in elements.enumerated() {
      if index % 2 == 1 {
        if element.is(UnresolvedAsExprSyntax.self), index == elements.count - 2 { break }
        guard element.as(BinaryOperatorExprSyntax.self)?.operator.text == "+" else { return nil }
      } else {
        guard let text = inner(element), parts.count < mostParts else { return nil }
        parts += text.parts
      }
    }
    return SwiftText(parts)
  }

  /// Reads `Key("name")`, `Key(rawValue: "name")` and `NSStringFromSelector(#selector(getter: name))`.
  private static func read(_ call: FunctionCallExprSyntax, _ inner: (ExprSyntax) -> SwiftText?) -> SwiftText? {
    guard call.arguments.count == 1, let argument = call.arguments.first, call.trailingClosure == nil else {
      return nil
    }
    guard let callee = lastName(of: call.calledExpression) else { return nil }
    if callee == "NSStringFromSelector", let macro = argument.expression.as(MacroExpansionExprSyntax.self),
      macro.macroName.text == "selector", let getter = macro.arguments.first, getter.label?.text == "getter"
    {
      return keyPath(getter.expression).map { SwiftText([.literal($0)]) }
    }
    guard callee.first?.isUppercase == true || callee == "init",
      [nil, "rawValue", "stringValue", "string", "stringLiteral"].contains(argument.label?.text)
    else { return nil }
    return inner(argument.expression)
  }

  /// `init` of `Outer.Key.init`; nil for what is no name.
  private static func lastName(of callee: ExprSyntax) -> String? {
    switch callee.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let name): name.baseName.plainName
    case .memberAccessExpr(let member): member.declName.baseName.plainName
    case .genericSpecializationExpr(let generic):
      generic.expression.as(DeclReferenceExprSyntax.self)?.baseName.plainName
        ?? generic.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.plainName
    default: nil
    }
  }

  /// `MapView.name` is `name` to Objective-C.
  private static func keyPath(_ expression: ExprSyntax) -> String? {
    var names: [String] = []
    var next: ExprSyntax? = expression
    while let part = next {
      if let member = part.as(MemberAccessExprSyntax.self) {
        names.append(member.declName.baseName.plainName)
        next = member.base
      } else {
        guard let name = part.as(DeclReferenceExprSyntax.self) else { return nil }
        names.append(name.baseName.plainName)
        next = nil
      }
    }
    let path = names.reversed().drop { $0.first?.isUppercase == true || $0 == "self" }
    return path.isEmpty ? nil : path.joined(separator: ".")
  }

  /// `Keys.name.rawValue`; `Self`, `self` and `type(of: self)` are the type in whose code it stands.
  private static func path(_ member: MemberAccessExprSyntax, depth: Int) -> SwiftText.ConstantName? {
    guard depth < deepest else { return nil }
    let name = member.declName.baseName.plainName
    guard let base = member.base else { return SwiftText.ConstantName([name], isImplicit: true) }
    func behind(_ outer: MemberAccessExprSyntax) -> SwiftText.ConstantName? {
      guard var path = path(outer, depth: depth + 1) else { return nil }
      path.names.append(name)
      return path
    }
    switch base.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let outer):
      let outer = outer.baseName.plainName
      return SwiftText.ConstantName(outer == "self" || outer == "Self" ? [name] : [outer, name])
    case .memberAccessExpr(let outer): return behind(outer)
    case .functionCallExpr(let call):
      return call.plainText == "type(of: self)" ? SwiftText.ConstantName([name]) : nil
    case .tupleExpr(let group):
      guard group.elements.count == 1, let only = group.elements.first?.expression else { return nil }
      return only.as(MemberAccessExprSyntax.self).flatMap(behind)
    default: return nil
    }
  }
}
