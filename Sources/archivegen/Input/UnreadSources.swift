import ArchiveModel
import Foundation

/// Files in a searched folder that look like headers, but are not read because of their extension.
struct UnreadSources {
  private let root: String
  private var cPlusPlus: [String] = []
  private var fragments: [String] = []

  init(root: String) { self.root = root }

  mutating func note(_ path: String, _ name: String) {
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    if ["hpp", "hh", "hxx", "h++"].contains(ending) {
      cPlusPlus.append(name)
    } else if ["inc", "inl", "def", "h"].contains(ending), Self.definesTypes(path) {
      fragments.append(name)
    }
  }

  var diagnostics: [Diagnostic] {
    var result: [Diagnostic] = []
    if let names = Self.list(cPlusPlus) {
      result.append(
        Diagnostic(
          .unreadFile,
          "\(names) in '\(root)' \(cPlusPlus.count == 1 ? "is" : "are") not read, because archivegen does not read C++",
          advice: "put types that both languages use into a header that ends in .h"))
    }
    if let names = Self.list(fragments) {
      result.append(
        Diagnostic(
          .unreadFile,
          "\(names) in '\(root)' \(fragments.count == 1 ? "is" : "are") not read, because only files that end "
            + "in .h are headers",
          advice: "to archive a file's types, name the file as an input"))
    }
    return result
  }

  private static func list(_ names: [String]) -> String? {
    let sorted = names.sorted()
    guard let first = sorted.first else { return nil }
    if sorted.count == 1 { return "'\(first)'" }
    let shown = sorted.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    return sorted.count > 3 ? "\(shown) and \(sorted.count - 3) more" : shown
  }

  /// Whether the text defines a struct or union: most files with such names are lists.
  static func definesTypes(_ path: String) -> Bool {
    guard let data = FileManager.default.contents(atPath: path) else { return false }
    let text = String(decoding: data, as: UTF8.self)
    return text.contains(#/\b(struct|union)\b[^;(){}]*\{/#)
  }
}
