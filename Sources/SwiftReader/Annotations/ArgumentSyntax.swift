import ArchiveModel
import SwiftParser
import SwiftSyntax

/// Checks that arguments of annotations are valid Swift. Otherwise the compiler would report the error in generated
/// code, far from the annotation.
enum ArgumentSyntax {
  static func error(in attribute: Attribute, line: String) -> Diagnostic? {
    switch attribute.name {
    case .default:
      for argument in attribute.arguments where !isExpression(argument.text) {
        return error(argument, "is not a Swift expression", attribute, line)
      }
    case .types:
      for argument in attribute.arguments where argument.isQuoted || !isType(argument.text) {
        return error(argument, "is not the name of a type", attribute, line)
      }
    case .`init`:
      for argument in attribute.arguments where argument.isQuoted || !areLabels(argument.text) {
        return error(argument, "is not a list of labels", attribute, line)
      }
    case .validate, .migrate, .replace, .resolve:
      for argument in attribute.arguments where argument.isQuoted || !isMethod(argument.text) {
        return error(argument, "is not the name of a method", attribute, line)
      }
    default: break
    }
    return nil
  }

  private static func error(
    _ argument: Attribute.Argument, _ what: String, _ attribute: Attribute, _ line: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidArgument, at: argument.location, "'\(argument.text)' \(what)",
      advice: "write it like \(attribute.name.example)",
      sourceLine: line)
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
