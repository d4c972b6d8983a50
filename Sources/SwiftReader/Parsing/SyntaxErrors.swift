import ArchiveModel
import SwiftParserDiagnostics
import SwiftSyntax

/// Finds the first syntax error of a file, with the parser's message.
enum SyntaxErrors {
  /// The first error only, because later ones may follow from it.
  static func first(in tree: SourceFileSyntax, of source: SwiftSourceText) -> Diagnostic? {
    guard tree.hasError else { return nil }
    func place(_ position: AbsolutePosition) -> Int { min(position.utf8Offset, source.bytes.count) }
    let advice =
      "nothing of the file is read until it is valid ('swiftc -parse' shows all errors); a file that no model needs can be left out with --exclude"
    let found = find(in: tree)
    let all = found.isDeep ? [] : ParseDiagnosticsGenerator.diagnostics(for: found.statement)
    guard let first = all.filter({ $0.diagMessage.severity == .error }).min(by: { $0.position < $1.position }) else {
      return source.diagnostic(
        .swiftSyntax, at: place(found.node.positionAfterSkippingLeadingTrivia), "invalid Swift syntax", advice: advice)
    }
    return source.diagnostic(
      .swiftSyntax, at: place(first.position), first.message, advice: advice,
      notes: first.notes.map { source.note(at: place($0.position), $0.message) })
  }

  /// The first node with an error of its own, and its top-level statement.
  private static func find(in tree: SourceFileSyntax) -> (statement: Syntax, node: Syntax, isDeep: Bool) {
    var node = Syntax(tree)
    var statement = node
    var depth = 0
    while let child = node.children(viewMode: .all).first(where: \.hasError) {
      node = child
      depth += 1
      if node.is(CodeBlockItemSyntax.self), depth == 2 { statement = node }
    }
    return (statement, node, isDeep(statement))
  }

  /// Whether a tree is deeper than handwritten code. The library's generator takes quadratic time over chains such as
  /// `some some some A`.
  private static func isDeep(_ tree: Syntax) -> Bool {
    var level = [tree]
    for _ in 0..<200 {
      level = level.flatMap { $0.children(viewMode: .all) }
      if level.isEmpty { return false }
    }
    return true
  }
}
