import ArchiveModel
import ArchivePlanner
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
    if !cPlusPlus.isEmpty {
      let names = cPlusPlus.sorted().quotedList(atMost: 3)
      result.append(
        Diagnostic(
          .unreadFile,
          "\(names) in '\(root)' \(cPlusPlus.count == 1 ? "is" : "are") not read, because archivegen does not read C++",
          advice: "put types that both languages use into a header that ends in .h"))
    }
    if !fragments.isEmpty {
      let names = fragments.sorted().quotedList(atMost: 3)
      result.append(
        Diagnostic(
          .unreadFile,
          "\(names) in '\(root)' \(fragments.count == 1 ? "is" : "are") not read, because only files that end "
            + "in .h are headers",
          advice: "to archive a file's types, name the file as an input"))
    }
    return result
  }

  /// Whether the text defines a struct or union: most files with such names are lists.
  static func definesTypes(_ path: String) -> Bool {
    guard let data = FileManager.default.contents(atPath: path) else { return false }
    let text = String(decoding: data, as: UTF8.self)
    return text.contains(#/\b(struct|union)\b[^;(){}]*\{/#)
  }
}

/// Headers that only include others: a run on them writes nothing, because the types of a header are written only if the
/// header is an input.
enum IncludedOnly {
  private static let systemFolders: Set<String> = ["/usr/include", "/usr/local/include", "/opt/homebrew/include"]

  static func warning(_ model: HeaderModel, _ summary: Plan.Summary) -> Diagnostic? {
    guard summary.written + summary.refused + summary.skipped == 0 else { return nil }
    for header in model.headers where header.isValid {
      let folder = realPath(parentFolder(header.path).isEmpty ? "." : parentFolder(header.path))
      // Headers of all libraries, most of which have nothing to do with this one.
      if systemFolders.contains(folder) { continue }
      let own = realPath(header.path)
      let below = header.includes.map(realPath).filter { $0 != own && $0.hasPrefix(folder + "/") }
      guard let first = below.first(where: UnreadSources.definesTypes) else { continue }
      let here = relativePath(folder, from: "")
      return Diagnostic(
        .unreadFile,
        "'\(header.path)' has no type of its own, and the types of headers that it includes, such as "
          + "'\(relativePath(first, from: ""))', are not written",
        advice: "to archive them, name their folder as the input: \(ShellWord.quoted(here.isEmpty ? "." : here))")
    }
    return nil
  }
}
