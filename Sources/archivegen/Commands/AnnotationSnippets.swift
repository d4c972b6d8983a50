import ArchiveModel

/// Snippets of annotations for editors, in the format of VS Code.
struct AnnotationSnippets: Encodable {
  struct Snippet: Encodable {
    let scope: String
    let prefix: String
    let body: String
    let description: String
  }

  let snippets: [String: Snippet]

  static func make() -> AnnotationSnippets {
    var snippets: [String: Snippet] = [:]
    let languages: [(Attribute.Placement, scope: String, word: String)] = [
      (.c, "c,cpp", "C"), (.swift, "swift", "Swift"),
    ]
    for (placement, scope, word) in languages {
      for name in Attribute.Name.allCases {
        for use in name.rule.uses where !use.on.isDisjoint(with: placement) {
          guard let form = use.forms.first, snippets["\(name.rawValue) (\(word))"] == nil else { continue }
          snippets["\(name.rawValue) (\(word))"] = Snippet(
            scope: scope, prefix: "archive \(name.rawValue)", body: "// archive: \(placeholders(form))",
            description: use.meaning.replacing("`", with: ""))
        }
      }
    }
    return AnnotationSnippets(snippets: snippets)
  }

  func encode(to encoder: any Encoder) throws { try snippets.encode(to: encoder) }

  /// `key("${1:k}")` for `key("k")`: the arguments are selected one after the other.
  private static func placeholders(_ form: String) -> String {
    guard let open = form.firstIndex(of: "("), form.last == ")" else { return form }
    let arguments = form[form.index(after: open)...].dropLast().split(separator: ",")
      .map { $0.drop { $0 == " " } }.filter { $0 != "…" }
    let places = arguments.enumerated().map { number, argument in
      argument.first == "\"" && argument.count > 1
        ? "\"${\(number + 1):\(argument.dropFirst().dropLast())}\"" : "${\(number + 1):\(argument)}"
    }
    return "\(form[..<open])(\(places.joined(separator: ", ")))"
  }
}
