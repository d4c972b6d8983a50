import ArchiveModel

/// Finds marked types that only serve the hand-written `Codable` coding of another type: private ones, which its
/// `init(from:)` or `encode(to:)` names. They are not archived themselves, and this is no failure.
enum CodingHelpers {
  /// - Returns: a warning for each, by its name.
  static func find(in selection: Set<String>, _ index: SwiftTypeIndex) -> [String: Diagnostic] {
    var found: [String: Diagnostic] = [:]
    for name in index.names where selection.contains(name) {
      guard let entry = index.entries[name], entry.access < .internal, let owner = owner(of: name, entry, index) else {
        continue
      }
      let way =
        selection.contains(owner) && index[owner]?.annotations.isOwnCoding == true
        ? "" : "; '// archive: owncoding' on '\(owner)' archives that by its own coding"
      found[name] = Diagnostic(
        .codingHelper, at: entry.declaration.location,
        "'\(name)' is a \(entry.access) helper of the Codable coding of '\(owner)', and is not archived itself",
        advice: "remove the mark from it" + way, sourceLine: entry.declaration.sourceLine)
    }
    return found
  }

  /// The other type of the same file whose own coding names the type.
  private static func owner(of name: String, _ entry: SwiftTypeIndex.Entry, _ index: SwiftTypeIndex) -> String? {
    let own = name.split(separator: ".").last.map(String.init) ?? name
    return index.names.first { candidate in
      candidate != name && index.entries[candidate]?.file == entry.file
        && index[candidate]?.codableNames?.contains(own) == true && index.resolved(own, in: candidate) == name
    }
  }
}
