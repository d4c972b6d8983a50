import UntypedArchive

/// One difference between two archives, at a key path.
package struct Difference: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// Another value.
    case changed
    /// In the second archive alone.
    case added
    /// In the first archive alone.
    case removed
    /// Another class, element type, kind of value or dimension. Values are compared nevertheless where they can be.
    case type
    /// An object is shared in one archive, and in the other there are several, or other places share it.
    case sharing
  }

  package let kind: Kind
  /// As `inspect` has it: `lines[3].price`, `#node:17.next`, `#12.name`.
  package let path: String
  /// What the first archive has; nil for what was added.
  package let before: String?
  /// What the second archive has; nil for what was removed.
  package let after: String?
  /// Where the values begin in the files; nil for an XML list or JSON, and where there is no one place.
  package var offsets: (before: Int?, after: Int?) = (nil, nil)

  package static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.path == right.path && left.before == right.before && left.after == right.after
  }
}

/// What counts as a difference, and how many are listed.
package struct DiffOptions: Sendable {
  /// Key paths that are not compared.
  package var ignored: [KeyPathPattern] = []
  /// Columns or keys by which rows and elements are matched.
  package var keys: [RowKey] = []
  /// The greatest difference of two real numbers that are taken for equal.
  package var tolerance = 0.0
  /// The same, as a part of the greater magnitude.
  package var relativeTolerance = 0.0
  /// Whether one object or several equal ones are the same.
  package var ignoresSharing = false
  /// Whether property lists within data are compared, and not their bytes.
  package var expandsData = false
  /// How many differences of each table, list or key of the root are listed; nil for all.
  package var head: Int? = 50
  /// How many are listed in all.
  package var limit: Int? = 1_000
  /// Whether comparing ends with the first difference.
  package var stopsAtFirst = false

  package init() {}

  package var hasTolerance: Bool { tolerance > 0 || relativeTolerance > 0 }

  /// Whether two reals are taken for equal. Without a tolerance only equal bits are.
  package func equal(_ left: Double, _ right: Double) -> Bool {
    if left.bitPattern == right.bitPattern { return true }
    guard hasTolerance else { return false }
    if left == right || left.isNaN && right.isNaN { return true }
    guard left.isFinite, right.isFinite else { return false }
    let difference = (left - right).magnitude
    return difference <= tolerance || difference <= relativeTolerance * max(left.magnitude, right.magnitude)
  }
}

/// `lines:order`: rows of the table `lines` with the same value in the column `order` are the same row.
package struct RowKey: Sendable, Equatable {
  /// As it was written.
  package let text: String
  /// The table's or list's key path; nil for all that have the columns.
  package let table: KeyPathPattern?
  package let columns: [String]

  /// - Returns: nil unless the text is `COLUMN`, `TABLE:COLUMN` or `TABLE:COLUMN,COLUMN`.
  package init?(_ text: String) {
    self.text = text
    var columns = Substring(text)
    if let colon = text.lastIndex(of: ":") {
      guard let pattern = KeyPathPattern(String(text[..<colon]), isAnywhere: false) else { return nil }
      table = pattern
      columns = text[text.index(after: colon)...]
    } else {
      table = nil
    }
    self.columns = columns.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard !columns.isEmpty, self.columns.allSatisfy({ !$0.isEmpty }) else { return nil }
  }
}
