import ArchiveModel
import SwiftParser
import SwiftSyntax

/// Checks that arguments of annotations are valid Swift. Otherwise the compiler would report the error in generated
/// code, far from the annotation.
enum ArgumentSyntax {
  static func isValid(_ kind: ArgumentKind, _ text: String) -> Bool {
    switch kind {
    case .expression: isExpression(text)
    case .type: isType(text)
    case .labels: areLabels(text)
    case .method: isMethod(text)
    default: true
    }
  }

  private static func isExpression(_ text: String) -> Bool {
    var parser = Parser(text)
    return !ExprSyntax.parse(from: &parser).hasError
  }

  private static func isType(_ text: String) -> Bool {
    var parser = Parser(text)
    return !TypeSyntax.parse(from: &parser).hasError
  }

  /// `name:_:`
  private static func areLabels(_ text: String) -> Bool {
    text.last == ":" && text.dropLast().split(separator: ":", omittingEmptySubsequences: false).allSatisfy(isName)
  }

  /// `update`, `update()`, `update(from:)`
  private static func isMethod(_ text: String) -> Bool {
    guard let parenthesis = text.firstIndex(of: "("), text.last == ")" else { return isName(text) }
    let labels = text[text.index(after: parenthesis)...].dropLast()
    return isName(text[..<parenthesis]) && (labels.isEmpty || areLabels(String(labels)))
  }

  private static func isName(_ text: some StringProtocol) -> Bool {
    guard let first = text.first, !first.isNumber else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
  }
}
