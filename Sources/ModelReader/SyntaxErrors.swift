import ArchiveModel
import SwiftSyntax

/// Finds where a file stops being Swift, in the parser's own terms: tokens that are missing, code that is unexpected.
/// The library's own messages would cost another three of its modules to build.
enum SyntaxErrors {
  /// The first error; those behind it may only follow from it.
  static func first(in tree: SourceFileSyntax, of source: SourceText) -> Diagnostic? {
    guard tree.hasError else { return nil }
    var node = Syntax(tree)
    while true {
      if let found = describe(node, in: source) { return found }
      guard let child = node.children(viewMode: .all).first(where: \.hasError) else { break }
      node = child
    }
    return diagnostic(at: node.start, "this is no valid Swift", in: source)
  }

  private static func describe(_ node: Syntax, in source: SourceText) -> Diagnostic? {
    switch node.kind {
    case .missingDecl: return diagnostic(at: behindLastToken(before: node), "expected a declaration", in: source)
    case .missingExpr: return diagnostic(at: behindLastToken(before: node), "expected an expression", in: source)
    case .missingPattern: return diagnostic(at: behindLastToken(before: node), "expected a name", in: source)
    case .missingStmt: return diagnostic(at: behindLastToken(before: node), "expected a statement", in: source)
    case .missingType: return diagnostic(at: behindLastToken(before: node), "expected a type", in: source)
    case .unexpectedNodes:
      let text = node.plainText
      let excerpt = text.count > 40 ? "\(text.prefix(40))…" : text
      return diagnostic(at: node.start, "unexpected code '\(excerpt)'", in: source)
    case .token: return node.as(TokenSyntax.self).flatMap { describe($0, in: source) }
    default: return nil
    }
  }

  private static func describe(_ token: TokenSyntax, in source: SourceText) -> Diagnostic? {
    if token.presence == .missing {
      let wanted =
        switch token.tokenKind {
        case .identifier: "a name"
        case .integerLiteral, .floatLiteral: "a number"
        case .stringQuote, .multilineStringQuote: "the end of the text"
        default: token.text.isEmpty ? "something else" : "'\(token.text)'"
        }
      return diagnostic(
        at: behindLastToken(before: Syntax(token)), "expected \(wanted)", in: source,
        notes: opening(of: token).map { [source.note(at: $0.start, "to match this '\($0.text)'")] } ?? [])
    }
    guard let problem = token.tokenDiagnostic else { return nil }
    let offset = token.position.utf8Offset + Int(problem.byteOffset)
    return diagnostic(at: offset, "'\(token.text)' is no valid Swift: \(words(problem.kind))", in: source)
  }

  /// `invalidDecimalDigitInIntegerLiteral` → `invalid decimal digit in integer literal`
  private static func words(_ kind: TokenDiagnostic.Kind) -> String {
    String("\(kind)".flatMap { $0.isUppercase ? [" "] + Array($0.lowercased()) : [$0] })
  }

  /// The brace, bracket or parenthesis that a missing one would close.
  private static func opening(of token: TokenSyntax) -> TokenSyntax? {
    let kind: TokenKind
    switch token.tokenKind {
    case .rightBrace: kind = .leftBrace
    case .rightParen: kind = .leftParen
    case .rightSquare: kind = .leftSquare
    default: return nil
    }
    return token.parent?.children(viewMode: .sourceAccurate).lazy.compactMap { $0.as(TokenSyntax.self) }
      .first { $0.tokenKind == kind }
  }

  private static func behindLastToken(before node: Syntax) -> Int {
    node.previousToken(viewMode: .sourceAccurate)?.end ?? node.start
  }

  private static func diagnostic(
    at offset: Int, _ message: String, in source: SourceText, notes: [Diagnostic] = []
  ) -> Diagnostic {
    source.diagnostic(
      .swiftSyntax, at: min(offset, source.bytes.count), message,
      advice: "nothing of this file is read until it is valid; 'swiftc -parse' says more", notes: notes)
  }
}
