import ArchiveModel

/// How a type's arrays of records are stored: by themselves, or flattened into the columns of what they are in.
///
/// An archive without an array by itself leaves the array alone. In columns each field of the array is missing for
/// itself.
struct ColumnContext {
  private let arrays: [String: ArchivedEntry]
  /// A type with pointers is always a row of a table.
  private let isTable: Bool
  /// What a pointer of another type leads to may be archived by itself, too.
  private let mayBeTable: Bool

  init(_ type: ArchivedType, _ entries: [ArchivedEntry]) {
    arrays = Dictionary(
      entries.filter { $0.form.base == .records }.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    isTable = entries.contains(where: \.isLink)
    mayBeTable = isTable || type.isInColumns
  }

  /// Whether the array at this key may be stored in the columns of an array or table around it.
  func mayBeFlattened(_ key: String) -> Bool { mayBeTable || isInColumns(key) }

  /// Whether it is stored so in every archive.
  func isFlattened(_ key: String) -> Bool { isTable || isInColumns(key) }

  private func isInColumns(_ key: String) -> Bool {
    var around = arrays[key]?.arrayKey
    while let array = around {
      if arrays[array]?.storage == nil { return true }
      around = arrays[array]?.arrayKey
    }
    return false
  }
}
