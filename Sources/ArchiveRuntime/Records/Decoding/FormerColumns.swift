import Foundation

/// The columns of an archive, for migrations of records that stand in them.
final class FormerColumns {
  struct Column {
    let array: ArchivedArray
    let bytes: UnsafeRawBufferPointer
    let isConditional: Bool
    /// For a bit-field in a group, whose bytes these are.
    var part: GroupPart?
  }

  let columns: [ExactText: Column]
  /// Each migration's; nil where the archive has none.
  let versions: [Int?]
  let names: [String]
  let count: Int

  init(columns: [ExactText: Column], versions: [Int?], names: [String], count: Int) {
    self.columns = columns
    self.versions = versions
    self.names = names
    self.count = count
  }

  /// The dimensions that arrays around records had; nil if there is no column behind the prefixes.
  func lengths(behind prefixes: [String], _ rank: Int) -> [Int]? {
    let own = names.filter { name in prefixes.contains(where: name.hasExactPrefix) }
    guard !own.isEmpty else { return nil }
    for name in own {
      guard let column = columns[ExactText(name)], !column.isConditional, column.array.dimensions.count >= rank else {
        continue
      }
      return Array(column.array.dimensions.prefix(rank))
    }
    return Array(repeating: .max, count: rank)
  }

  /// Throws for records in arrays that were single ones: of these the former keys are not found in columns.
  func checkSingle(_ prefixes: [String], _ path: String) throws(ArchiveError) {
    for prefix in prefixes where prefix.contains("[].") {
      let single = prefix.replacingOccurrences(of: "[].", with: ".")
      guard let name = names.first(where: { $0.hasExactPrefix(single) }) else { continue }
      throw .wrongType(
        path: path + prefix, expected: "an array of records of an earlier version", found: "one record, '\(name)'")
    }
  }

  /// What a row has in a column, or its element with these subscripts.
  func value(
    _ name: String, row: Int, _ subscripts: [Int], path: () -> String
  ) throws(ArchiveError) -> FoundValue {
    let isDescription = name.utf8.suffix(2).elementsEqual("[]".utf8)
    let own = isDescription ? String(Substring(name.utf8.dropLast(2))) : name
    guard let column = columns[ExactText(own)] else { return .missing }
    guard !column.isConditional else {
      throw .wrongType(path: path(), expected: "a value of every record", found: "a member of a union")
    }
    let dimensions = column.array.dimensions
    guard dimensions.count >= subscripts.count else { return .missing }
    let outer = dimensions.prefix(subscripts.count)
    // An array that was shorter.
    guard zip(subscripts, outer).allSatisfy({ $0 < $1 }) else { return .missing }
    let array = ArchivedArray(column.array.element, Array(dimensions.dropFirst(subscripts.count)))
    guard let size = array.byteCount, let all = column.array.byteCount,
      Description.product([all, count]) == column.bytes.count
    else {
      throw .wrongType(
        path: path(), expected: "\(count) records of \(column.array.name)", found: "\(column.bytes.count) bytes")
    }
    var index = 0
    for (place, dimension) in zip(subscripts, outer) { index = index * dimension + place }
    let start = row * all + index * size
    let bytes = UnsafeRawBufferPointer(rebasing: column.bytes[start..<start + size])
    if let part = column.part, let address = bytes.baseAddress, array.dimensions.isEmpty {
      return isDescription ? .missing : part.found(in: Bits128(littleEndian: address, count: size).low)
    }
    if case .text(let encoding) = array.element, array.dimensions.count == 1 {
      guard !isDescription, let address = bytes.baseAddress else { return isDescription ? .missing : .text("") }
      guard let text = TextBytes.string(address, count: size, encoding) else {
        throw TextBytes.invalid(path(), encoding)
      }
      return .text(text)
    }
    return isDescription ? .text(array.name) : .data(bytes)
  }
}
