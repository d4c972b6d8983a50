import ArchiveModel

/// Locks before format 7 have one blank for all white space in the texts of defaults: `default("\" \"")` may stand for four.
extension LockFile {
  /// Gives the current lines the defaults that sources have, where they may be the same.
  mutating func completeDefaults(from schema: ArchivedSchema) {
    for type in types.indices {
      let lines = types[type].entries.indices.filter {
        types[type].entries[$0].span.isCurrent && types[type].entries[$0].entry.isDefaultCollapsed
      }
      guard !lines.isEmpty, let today = schema[types[type].name] else { continue }
      for line in lines {
        guard let same = today[types[type].entries[line].entry.key],
          types[type].entries[line].entry.mayHaveDefault(of: same)
        else { continue }
        types[type].entries[line].entry.defaultValue = same.defaultValue
        types[type].entries[line].entry.constant = same.constant
        types[type].entries[line].entry.isDefaultCollapsed = false
      }
    }
  }
}

extension ArchivedEntry {
  private var defaultTexts: [String] {
    if case .text = form.base { return [] }
    return [defaultValue, constant].compactMap(\.self)
  }

  var hasSpaceInDefault: Bool { defaultTexts.contains(where: SwiftValueText.hasSpaceInText) }

  /// Whether a lock of an earlier format may have left out white space. It kept that of 'default(…)'.
  var hasCollapsibleDefault: Bool {
    hasSpaceInDefault
      && defaultTexts.allSatisfy { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") == $0 }
  }

  /// Whether the entry of an earlier format has the default of another one.
  func mayHaveDefault(of other: ArchivedEntry) -> Bool {
    func isSame(_ text: String?, _ other: String?) -> Bool {
      guard let text, let other else { return text == other }
      return SwiftValueText.isSame(text, other)
    }
    if constant == nil || other.constant == nil, isSame(defaultValue, other.defaultValue) { return true }
    return isSame(constant ?? defaultValue, other.constant ?? other.defaultValue)
  }
}
