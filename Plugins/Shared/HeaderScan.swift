import Foundation

/// Finds headers by their `#include` lines, without a preprocessor: SwiftPM needs the names of all files that
/// archivegen may read before archivegen runs. Lines that a condition excludes count as well.
enum HeaderScan {
  /// The files in a folder and below it that a C file may include.
  static func headers(below folder: URL) -> [URL] {
    let extensions: Set = ["h", "hh", "hpp", "hxx", "inc", "inl", "def", "ipp", "modulemap"]
    let found = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    var headers: [URL] = []
    while let url = found?.nextObject() as? URL {
      if extensions.contains(url.pathExtension.lowercased()) { headers.append(url.standardizedFileURL) }
    }
    return headers.sorted { $0.path < $1.path }
  }

  /// The given headers and all that they include, as far as they are found in their own folders or the given ones.
  static func closure(of headers: [URL], searching folders: [URL]) -> [URL] {
    var seen: Set<String> = []
    var all: [URL] = []
    var open = headers
    while let header = open.popLast() {
      guard seen.insert(header.path).inserted else { continue }
      all.append(header)
      open += includes(of: header).compactMap { include in
        find(include.name, in: (include.isQuoted ? [header.deletingLastPathComponent()] : []) + folders)
      }
    }
    return all.sorted { $0.path < $1.path }
  }

  static func find(_ name: String, in folders: [URL]) -> URL? {
    folders.lazy.map { $0.appendingPathComponent(name).standardizedFileURL }.first {
      FileManager.default.fileExists(atPath: $0.path)
    }
  }

  static func includes(of header: URL) -> [(name: String, isQuoted: Bool)] {
    guard let data = FileManager.default.contents(atPath: header.path) else { return [] }
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
      var rest = line.drop { $0 == " " || $0 == "\t" }
      guard rest.first == "#" else { return nil }
      rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
      guard let word = ["include_next", "include", "import"].first(where: rest.hasPrefix) else { return nil }
      rest = rest.dropFirst(word.count).drop { $0 == " " || $0 == "\t" }
      guard let open = rest.first, open == "\"" || open == "<" else { return nil }
      let close: Character = open == "<" ? ">" : "\""
      rest = rest.dropFirst()
      guard let end = rest.firstIndex(of: close) else { return nil }
      return (String(rest[..<end]), open == "\"")
    }
  }
}
