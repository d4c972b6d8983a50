import ArchiveModel

/// How a type's arrays of records are stored: separately, or flattened into the columns of the array or table around
/// them.
///
/// If an archive lacks a separate array, the array in memory stays unchanged. In columns, each field of the array is
/// missing by itself.
struct ColumnContext {
  private let arrays: [String: ArchivedEntry]
  /// A type with pointers is always a row of a table.
  private let isTable: Bool
  /// Whether the type may be a table: the target of another type's pointer may also be archived by itself.
  private let mayBeTable: Bool

  init(_ type: ArchivedType, _ entries: [ArchivedEntry]) {
    arrays = Dictionary(
      entries.filter { $0.form.base == .records }.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    isTable = entries.contains(where: \.isLink)
    mayBeTable = isTable || type.isInColumns
  }

  /// Whether the array at this key may be stored in the columns of an array or table around it.
  func mayBeFlattened(_ key: String) -> Bool { mayBeTable || isInColumns(key) }

  /// Whether the array is stored so in every archive.
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
