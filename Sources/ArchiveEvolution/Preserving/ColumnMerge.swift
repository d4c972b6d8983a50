@_spi(GeneratedCode) import ArchiveRuntime

/// The columns of an array of records, or of a graph's table, in the earlier archive and in the new one.
struct ColumnMerge {
  typealias Edit = MergeEdit

  /// The description's key: `lines[]`.
  let array: String
  let object: MergedObject
  let newObject: MergedObject
  let description: ColumnsDescription
  let newDescription: ColumnsDescription?
  private let newText: String
  /// The key paths to name if the rows are not the same.
  let keys: [String]
  let cost: MergeCost
  /// For each new row the earlier one, -1 for a row that is new; nil where they are known by their place.
  var rows: [Int]?
  /// Whether the rows are Swift values. Zero may then be no value of a column's type, such as an enumeration.
  var areValues = false

  /// nil if the array is not in the new archive, or is no array of records.
  init?(
    _ array: String, _ object: MergedObject, _ newObject: MergedObject, keys: [String], _ cost: MergeCost
  ) throws(ArchiveError) {
    guard let text = try object.text(array), let description = ColumnsDescription(text),
      let newText = try newObject.text(array)
    else { return nil }
    self.array = array
    self.object = object
    self.newObject = newObject
    self.description = description
    self.newText = newText
    self.keys = keys
    self.cost = cost
    newDescription = ColumnsDescription(newText)
  }

  func lost(_ reason: String, _ keys: [String]? = nil) -> ArchiveError {
    .unknownDataLost(keys: keys ?? self.keys, reason: reason)
  }

  // MARK: Rows

  /// The number of rows in the earlier archive.
  ///
  /// - Throws: `outOfRange` for a number that is none.
  func earlierCount() throws(ArchiveError) -> Int {
    guard let count = Description.product(description.dimensions) else {
      throw .outOfRange(path: array, value: "\(description.dimensions)", type: "a count")
    }
    return count
  }

  /// The description of the new archive, and its number of rows.
  ///
  /// - Throws: `unknownDataLost` if the array has another form there.
  func newRows() throws(ArchiveError) -> (description: ColumnsDescription, count: Int) {
    guard let newDescription, newDescription.isElements == description.isElements,
      let newCount = Description.product(newDescription.dimensions)
    else { throw lost("the array '\(array)' is stored in another form now") }
    return (newDescription, newCount)
  }

  /// The earlier row of a new one; nil if there is none.
  func row(_ newRow: Int) -> Int? {
    guard let rows else { return newRow }
    return rows[newRow] < 0 ? nil : rows[newRow]
  }

  // MARK: Columns

  /// A column of the earlier archive for the rows of the new one.
  struct Restored {
    let column: ColumnsDescription.Column
    /// Where its values are in the earlier property list, and those that the new rows have; nil if they are the same.
    let index: Int
    let bytes: [UInt8]?
    /// What the description's line begins with.
    let conditions: String
  }

  /// These columns of the earlier archive, in its order.
  func restored(_ names: [String]) throws(ArchiveError) -> [Restored] {
    let (newDescription, newCount) = try newRows()
    var places: [ExactText: Int] = [:]
    for (place, column) in newDescription.columns.enumerated() { places[ExactText(column.name)] = place }
    let wanted = Set(names.map(ExactText.init))
    // Bit-fields of a group become columns: the group may have others in the new archive.
    let columns = description.columns.filter { column in
      column.parts.isEmpty && wanted.contains(ExactText(column.stored.name)) && places[ExactText(column.name)] == nil
    }
    for (place, column) in columns.enumerated() {
      places[ExactText(column.name)] = newDescription.columns.count + place
    }
    var restored: [Restored] = []
    for column in columns {
      let key = "\(array).\(column.stored.name)"
      guard let index = try object.index(key), let data = try object.data(key) else { throw .missingKey(path: key) }
      var words = ""
      for condition in column.conditions {
        guard condition.column < description.columns.count,
          let place = places[ExactText(description.columns[condition.column].name)]
        else { throw lost("the column depends on a tag that has another key in this program", [key]) }
        words += "@\(place + 1)\(condition.isExclusion ? "!" : "=")"
        words += condition.values.map(String.init).joined(separator: ",") + " "
      }
      let bytes =
        if let group = column.group {
          try values(of: column, group.values(in: data), newDescription, newCount, key)
        } else {
          try values(of: column, data, newDescription, newCount, key)
        }
      restored.append(Restored(column: column, index: index, bytes: bytes, conditions: words))
    }
    return restored
  }

  /// What to write so that the new archive has these columns of the earlier one.
  func edits(_ names: [String]) throws(ArchiveError) -> [Edit] {
    var edits: [Edit] = []
    var text = newText
    let described = Set(description.columns.map { ExactText($0.name) })
    for name in names where !described.contains(ExactText(name)) {
      // No column, and nothing that a reader finds: what the program writes there comes first.
      guard !newObject.has("\(array).\(name)"), let index = try object.index("\(array).\(name)") else { continue }
      edits.append(Edit(key: "\(array).\(name)", value: .earlier(index)))
    }
    let columns = try restored(names)
    for restored in columns {
      let key = "\(array).\(restored.column.name)"
      guard restored.column.tables.isEmpty else { throw lost("the column has links", [key]) }
      text += "\n\(restored.conditions)\(restored.column.array.name) \(restored.column.name)"
      edits.append(Edit(key: key, value: restored.bytes.map { .data($0) } ?? .earlier(restored.index)))
    }
    if !columns.isEmpty { edits.append(Edit(key: array, value: .text(text))) }
    return edits
  }

  /// The same for values that are taken out of a group's column.
  private func values(
    of column: ColumnsDescription.Column, _ own: [UInt8], _ newDescription: ColumnsDescription, _ newCount: Int,
    _ key: String
  ) throws(ArchiveError) -> [UInt8]? {
    let result = own.withUnsafeBytes { data in
      Result { () throws(ArchiveError) in try values(of: column, data, newDescription, newCount, key) ?? own }
    }
    return try result.get()
  }

  /// Which rows have a value of an optional property: none of those that are new.
  private func isPresence(_ column: ColumnsDescription.Column) -> Bool {
    column.name.hasExactSuffix("?") && column.array.name == "bool"
  }

  private static let withoutValue = "a row that is new has no value for it"

  /// The column's values for the new rows, zeros for one that is new; nil if they are as they were.
  private func values(
    of column: ColumnsDescription.Column, _ data: UnsafeRawBufferPointer, _ newDescription: ColumnsDescription,
    _ newCount: Int, _ key: String
  ) throws(ArchiveError) -> [UInt8]? {
    guard let count = Description.product(description.dimensions), let size = column.array.byteCount else {
      throw .outOfRange(path: key, value: "\(description.dimensions)", type: "a count")
    }
    func mismatch(_ expected: String) -> ArchiveError {
      .wrongType(path: key, expected: expected, found: "\(data.count) bytes")
    }
    if column.conditions.isEmpty {
      guard Description.product([size, count]) == data.count else {
        throw mismatch("\(count) records of \(column.array.name)")
      }
      guard rows != nil else { return nil }
      if areValues, !isPresence(column), !(0..<newCount).allSatisfy({ row($0).map { $0 < count } ?? false }) {
        throw lost(Self.withoutValue, [key])
      }
      guard let total = Description.product([size, newCount]) else { throw mismatch("fewer records") }
      var bytes = [UInt8](repeating: 0, count: total)
      bytes.withUnsafeMutableBytes { target in
        guard let target = target.baseAddress, let source = data.baseAddress, size > 0 else { return }
        for newRow in 0..<newCount {
          guard let row = row(newRow), row < count else { continue }
          (target + newRow * size).copyMemory(from: source + row * size, byteCount: size)
        }
      }
      return bytes
    }
    let tags = try Tags(column, self, newDescription, count, newCount)
    if rows == nil, tags.areSame { return nil }
    guard let tests = tags.tests else { throw lost(tags.reason.text(column.name), [key]) }
    try cost.charge(count + newCount, times: 4 + tests.count)
    var bytes: [UInt8] = []
    // Where the values of each earlier row begin.
    var starts: [Int] = []
    starts.reserveCapacity(count)
    var end = 0
    for row in 0..<count {
      starts.append(end)
      for cell in 0..<tags.cellCount where tests.allSatisfy({ $0.holds(row, cell, isNew: false) }) { end += size }
    }
    guard end == data.count else { throw mismatch("\(end) bytes for the live members") }
    for newRow in 0..<newCount {
      let row = row(newRow).flatMap { $0 < count ? $0 : nil }
      var start = row.map { starts[$0] } ?? 0
      for cell in 0..<tags.cellCount {
        let wasLive = row.map { row in tests.allSatisfy { $0.holds(row, cell, isNew: false) } } ?? false
        let isLive = tests.allSatisfy { $0.holds(newRow, cell, isNew: true) }
        if isLive {
          if areValues, !wasLive, !isPresence(column) { throw lost(Self.withoutValue, [key]) }
          bytes += wasLive ? Array(data[start..<(start + size)]) : [UInt8](repeating: 0, count: size)
        }
        if wasLive { start += size }
      }
    }
    return bytes
  }

  // MARK: Rows that are copied as they are

  /// Where the values of each row begin in a column of the earlier archive, counted in values, and where the last one ends; nil
  /// where each row has one.
  func starts(of column: ColumnsDescription.Column) throws(ArchiveError) -> [Int]? {
    if column.conditions.isEmpty { return nil }
    let count = try earlierCount()
    let tags = try Tags(column, self, nil, count, 0)
    guard let tests = tags.tests else { throw lost(tags.reason.text(column.name), ["\(array).\(column.name)"]) }
    try cost.charge(count, times: 4 + tests.count)
    let cellCount = tests.reduce(1) { max($0, $1.cellCount) }
    var starts = [0]
    starts.reserveCapacity(count + 1)
    for row in 0..<count {
      let live = (0..<cellCount).count { cell in tests.allSatisfy { $0.holds(row, cell, isNew: false) } }
      starts.append((starts.last ?? 0) + live)
    }
    return starts
  }

  /// What some rows of the earlier archive have in a column.
  func copied(
    _ column: ColumnsDescription.Column, _ rows: [Int], _ starts: [Int]?
  ) throws(ArchiveError) -> [UInt8] {
    let key = "\(array).\(column.stored.name)"
    guard let data = try object.data(key) else { throw .missingKey(path: key) }
    guard let group = column.group else { return try copied(column, data, rows, starts, key) }
    let result = group.values(in: data).withUnsafeBytes { data in
      Result { () throws(ArchiveError) in try copied(column, data, rows, starts, key) }
    }
    return try result.get()
  }

  private func copied(
    _ column: ColumnsDescription.Column, _ data: UnsafeRawBufferPointer, _ rows: [Int], _ starts: [Int]?, _ key: String
  ) throws(ArchiveError) -> [UInt8] {
    guard let size = column.array.byteCount else { throw .missingKey(path: key) }
    var bytes: [UInt8] = []
    for row in rows {
      let (first, end) = starts.map { ($0[row], $0[row + 1]) } ?? (row, row + 1)
      guard let from = Description.product([first, size]), let to = Description.product([end, size]), to <= data.count
      else {
        throw .wrongType(
          path: key, expected: "values of \(column.array.name) for every row", found: "\(data.count) bytes")
      }
      bytes += data[from..<to]
    }
    return bytes
  }
}
