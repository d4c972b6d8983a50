import SwiftSyntax

extension SyntaxProtocol {
  /// The tokens as one line: without comments, with one space where there was any, but none inside brackets.
  var plainText: String {
    var text = ""
    var isSpaceDue = false
    var isBehindBracket = false
    for token in tokens(viewMode: .sourceAccurate) {
      let mayHaveSpace = !text.isEmpty && !isBehindBracket && !token.closes
      if mayHaveSpace, isSpaceDue || token.leadingTriviaLength.utf8Length > 0 { text += " " }
      text += token.text
      isSpaceDue = token.trailingTriviaLength.utf8Length > 0
      isBehindBracket = token.tokenKind == .leftParen || token.tokenKind == .leftSquare
    }
    return text
  }
}

extension TokenSyntax {
  /// Whether no space is put before the token.
  fileprivate var closes: Bool {
    switch tokenKind {
    case .rightParen, .rightSquare, .comma: true
    default: false
    }
  }

  /// The name without the backticks that allow it to be a keyword.
  var plainName: String {
    let text = text
    return text.count > 2 && text.first == "`" && text.last == "`" ? String(text.dropFirst().dropLast()) : text
  }
}
