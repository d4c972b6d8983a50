import ArchiveModel
import SwiftSyntax

/// Finds all calls that set a class's archived name for Foundation's coders: `NSKeyedUnarchiver.setClass(MapView.self,
/// forClassName: "Map")`, `archiver.setClassName("Map", for: MapView.self)`.
final class ClassNameReader: SyntaxVisitor {
  private let source: SwiftSourceText
  private var found: [SwiftClassName] = []

  /// - Returns: an empty list without a walk through the tree if the file does not contain the method names.
  static func names(in tree: SourceFileSyntax, of source: SwiftSourceText) -> [SwiftClassName] {
    guard source.contains("setClass") else { return [] }
    let reader = ClassNameReader(source)
    reader.walk(tree)
    return reader.found
  }

  private init(_ source: SwiftSourceText) {
    self.source = source
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let method = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
      call.arguments.count == 2
    else { return .visitChildren }
    let arguments = Array(call.arguments)
    let type: ExprSyntax
    let name: ExprSyntax
    switch (method, arguments[1].label?.text) {
    case ("setClass", "forClassName"): (type, name) = (arguments[0].expression, arguments[1].expression)
    case ("setClassName", "for"), ("setClassName", "forClass"):
      (name, type) = (arguments[0].expression, arguments[1].expression)
    default: return .visitChildren
    }
    // `MapView.self`
    if let itself = type.as(MemberAccessExprSyntax.self), itself.declName.baseName.tokenKind == .keyword(.self),
      let named = itself.base, let text = TextReader.read(name)
    {
      found.append(
        SwiftClassName(
          type: named.plainText, name: text, location: source.location(call.start),
          sourceLine: source.lineText(at: call.start)))
    }
    return .visitChildren
  }
}
