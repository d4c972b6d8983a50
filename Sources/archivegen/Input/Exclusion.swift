import ArchiveModel
import Foundation

/// The patterns of `--exclude`, with a record of those that matched.
struct Exclusion {
  private let patterns: [String]
  private var isUsed: [Bool]
  /// The paths that could match, for messages about patterns that match nothing.
  private var seen: [String] = []
  private var matchedLast = false

  init(_ patterns: [String]) {
    self.patterns = patterns
    isUsed = patterns.map { _ in false }
  }

  /// - Parameter file: a path relative to the given folder.
  mutating func matches(file: String) -> Bool {
    guard !patterns.isEmpty else { return false }
    if file.hasSuffix(".h") || file.hasSuffix(".swift") { seen.append(file) }
    return matches(file)
  }

  /// Whether a whole folder is left out.
  mutating func matches(folder: String) -> Bool {
    guard !patterns.isEmpty else { return false }
    seen.append(folder)
    return matches(folder)
  }

  private mutating func matches(_ path: String) -> Bool {
    var isMatched = false
    for (index, pattern) in patterns.enumerated() where fnmatch(Self.plain(pattern), path, 0) == 0 {
      isUsed[index] = true
      isMatched = true
    }
    if isMatched { matchedLast = true }
    return isMatched
  }

  /// Whether anything was left out since the last call.
  mutating func hasMatched() -> Bool {
    defer { matchedLast = false }
    return matchedLast
  }

  /// A warning for each pattern that matches nothing, because the files that it was meant for are read.
  var unused: [Diagnostic] {
    patterns.indices.filter { !isUsed[$0] }.map { index in
      let pattern = patterns[index]
      let advice: String
      if seen.isEmpty {
        advice = "patterns apply to headers and sources in given folders, and no given folder has any"
      } else if let near = didYouMean(pattern, among: seen) {
        advice = near
      } else if let deeper = seen.first(where: { $0.hasSuffix("/" + pattern) || fnmatch("*/" + pattern, $0, 0) == 0 }) {
        advice = "a pattern is a path relative to the input folder: write '\(deeper)', or '*/\(pattern)' for any depth"
      } else {
        advice = "a pattern is a path relative to the input folder, such as '\(seen.min() ?? "")'; '*' matches any part"
      }
      return Diagnostic(.unusedExclusion, "--exclude '\(pattern)' matches nothing", advice: advice)
    }
  }

  private static func plain(_ pattern: String) -> String {
    var plain = pattern[...]
    while plain.hasPrefix("./") { plain = plain.dropFirst(2) }
    while plain.count > 1, plain.hasSuffix("/") { plain = plain.dropLast() }
    return String(plain)
  }
}
