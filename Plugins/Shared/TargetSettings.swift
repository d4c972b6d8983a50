import Foundation
import PackagePlugin

/// What a plugin itself needs of archivegen.yml. archivegen reads and checks the whole file; plugins cannot use its
/// libraries, so these two settings are found line by line.
struct TargetSettings {
  /// archivegen.yml in the target's folder, or else in the package's; nil if there is none.
  let file: URL?
  /// The value of `tool`: a path relative to the file.
  private(set) var tool: String?
  /// The value of `modules`; nil for all C modules that the target depends on.
  private(set) var modules: [String]?

  init(of target: SwiftSourceModuleTarget, in package: Package) {
    file = Self.find("archivegen.yml", for: target, in: package)
    guard let file, let data = FileManager.default.contents(atPath: file.path) else { return }
    var isInModules = false
    for line in String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let words = Self.withoutComment(line)
      if isInModules, let item = Self.item(words) {
        modules?.append(item)
        continue
      }
      isInModules = false
      if let value = Self.value(of: "tool", in: words), !value.isEmpty { tool = Self.unquoted(value) }
      if let value = Self.value(of: "modules", in: words) {
        isInModules = value.isEmpty
        modules = Self.list(value)
      }
    }
  }

  /// - Returns: the file in the target's folder, or else in the package's.
  static func find(_ name: String, for target: SwiftSourceModuleTarget, in package: Package) -> URL? {
    [target.directoryURL, package.directoryURL].map { $0.appendingPathComponent(name) }.first {
      FileManager.default.fileExists(atPath: $0.path)
    }
  }

  private static func value(of key: String, in line: Substring) -> Substring? {
    guard line.hasPrefix(key) else { return nil }
    let rest = line.dropFirst(key.count).drop { $0 == " " }
    return rest.first == ":" ? trimmed(rest.dropFirst()) : nil
  }

  /// The text of `- text`.
  private static func item(_ line: Substring) -> String? {
    let text = trimmed(line)
    return text.hasPrefix("- ") ? unquoted(trimmed(text.dropFirst(2))) : nil
  }

  private static func list(_ value: Substring) -> [String] {
    let inside = value.hasPrefix("[") && value.hasSuffix("]") ? value.dropFirst().dropLast() : value
    return inside.split(separator: ",").map { unquoted(trimmed($0)) }.filter { !$0.isEmpty }
  }

  private static func withoutComment(_ line: Substring) -> Substring {
    if line.hasPrefix("#") { return "" }
    return line.firstRange(of: " #").map { line[..<$0.lowerBound] } ?? line
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return text
  }

  private static func unquoted(_ text: Substring) -> String {
    guard text.count > 1, let first = text.first, first == text.last, first == "\"" || first == "'" else {
      return String(text)
    }
    return String(text.dropFirst().dropLast())
  }
}
