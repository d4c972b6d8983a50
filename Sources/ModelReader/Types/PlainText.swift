import SwiftSyntax

extension SyntaxProtocol {
  /// Its tokens as one line: without comments, and with one space where there was any.
  var plainText: String {
    var text = ""
    var isSpaceDue = false
    for token in tokens(viewMode: .sourceAccurate) {
      if !text.isEmpty, isSpaceDue || token.leadingTriviaLength.utf8Length > 0 { text += " " }
      text += token.text
      isSpaceDue = token.trailingTriviaLength.utf8Length > 0
    }
    return text
  }
}

extension TokenSyntax {
  /// A name without the backticks that let it be a keyword.
  var plainName: String {
    let text = text
    return text.count > 2 && text.first == "`" && text.last == "`" ? String(text.dropFirst().dropLast()) : text
  }
}
