/// The header `ArchiveAnnotations.h`, by which C headers write annotations as macros: `char name[32] ARCHIVE(cstring);`.
///
/// The macros are nothing unless archivegen reads the header. Then they are attributes, so that an annotation that
/// another macro hides is found as well.
public enum AnnotationHeader {
  public static let name = "ArchiveAnnotations.h"
  /// The macro that is defined only while archivegen reads.
  public static let condition = "__ARCHIVEGEN__"
  /// The macro that takes any attributes.
  public static let macro = "ARCHIVE"

  /// The macro for one attribute, which editors complete: `ARCHIVE_COUNT`.
  static func macro(_ name: Attribute.Name) -> String { "\(macro)_\(name.rawValue.uppercased())" }

  private static var names: [Attribute.Name] {
    Attribute.Name.allCases.filter { !$0.placement.isDisjoint(with: .c) }
  }

  public static var text: String {
    var text = """
      /* Annotations for archivegen as macros. They mean the same as comments like '// archive: cstring':

             char name[32] ARCHIVE(cstring, key("title"));
             struct line *lines ARCHIVE_COUNT(line_count);
             union { ... } value ARCHIVE(tag(kind));
             struct ARCHIVE(name("Order")) order { ... };

         A macro follows the declarator that it describes, or the keyword 'struct' or 'union'. At the beginning of a
         declaration it describes all that is declared. The compiler sees nothing of it.

         Made by 'archivegen attributes --header' from the table of attributes. Copies are welcome: archivegen takes the
         one that the header includes, and its own if there is none. */
      #ifndef ARCHIVE_ANNOTATIONS_H
      #define ARCHIVE_ANNOTATIONS_H

      #ifdef \(condition)

      #define \(macro)(...) __attribute__((annotate("archive: " #__VA_ARGS__)))

      """
    for name in names {
      let parameter = parameter(name)
      let arguments = parameter == "..." ? "__VA_ARGS__" : parameter
      text +=
        name.arity.lowerBound == 0
        ? "#define \(macro(name)) __attribute__((annotate(\"archive: \(name.rawValue)\")))\n"
        : "#define \(macro(name))(\(parameter)) __attribute__((annotate(\"archive: \(name.rawValue)(\" #\(arguments) \")\")))\n"
    }
    text += """

      #else

      /* Any attributes, with commas between them. */
      #define \(macro)(...)


      """
    for name in names {
      let uses = name.rule.uses.filter { !$0.on.isDisjoint(with: .c) }
      let hasArguments = name.arity.lowerBound > 0
      var forms: [String] = []
      for form in uses.flatMap(\.forms) where form.contains("(") == hasArguments && !forms.contains(form) {
        forms.append(form.replacing("…", with: "..."))
      }
      text += "/* \(forms.joined(separator: ", ")): \(uses.first.map { sentence($0.meaning) } ?? "") */\n"
      text += "#define \(macro(name))\(hasArguments ? "(\(parameter(name)))" : "")\n"
    }
    return text + "\n#endif\n\n#endif\n"
  }

  /// The parameter, which editors propose: `k` for `key("k")`.
  private static func parameter(_ name: Attribute.Name) -> String {
    guard name.arity == 1...1, let form = name.rule.uses.first?.forms.first else { return "..." }
    return form.drop { $0 != "(" }.filter { $0.isLetter }
  }

  /// The first sentence of a meaning, without Markdown.
  private static func sentence(_ meaning: String) -> String {
    let words = meaning.filter { $0 != "`" }.split(separator: " ")
    let end = words.firstIndex { $0.hasSuffix(".") && !$0.hasPrefix("(") } ?? words.index(before: words.endIndex)
    let sentence = words[...end].joined(separator: " ")
    guard sentence.count > 80, let colon = sentence.firstRange(of: ": ") else { return sentence }
    return sentence[..<colon.lowerBound] + "."
  }
}
