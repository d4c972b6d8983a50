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
  private let keys: [String]
  /// For each new row the earlier one, -1 for a row that is new; nil where they are known by their place.
  var rows: [Int]?

  /// nil if the array is not in the new archive, or is no array of records.
  init?(_ array: String, _ object: MergedObject, _ newObject: MergedObject, keys: [String]) throws(ArchiveError) {
    guard let text = try object.text(array), let description = ColumnsDescription(text),
      let newText = try newObject.text(array)
    else { return nil }
    self.array = array
    self.object = object
    self.newObject = newObject
    self.description = description
    self.newText = newText
    self.keys = keys
    newDescription = ColumnsDescription(newText)
  }

  func lost(_ reason: String, _ keys: [String]? = nil) -> ArchiveError {
    .unknownDataLost(keys: keys ?? self.keys, reason: reason)
  }

  // MARK: Rows

  /// Checks that the rows are those of the earlier archive, as far as that can be seen: there are as many, and none that was
  /// changed is what another one was.
  ///
  /// - Returns: The new description and the number of rows.
  @discardableResult
  func checkRows() throws(ArchiveError) -> (description: ColumnsDescription, count: Int) {
    guard let newDescription, newDescription.isElements == description.isElements,
      let newCount = Description.product(newDescription.dimensions)
    else { throw lost("the array '\(array)' is stored in another form now") }
    guard rows == nil else { return (newDescription, newCount) }
    guard newDescription.dimensions == description.dimensions else {
      let counts = [description, newDescription].map { $0.dimensions.map(String.init).joined(separator: " × ") }
      throw lost("the array '\(array)' had \(counts[0]) rows and has \(counts[1]), and rows have no identity")
    }
    try checkMoved(newDescription, newCount)
    return (newDescription, newCount)
  }

  private func checkMoved(_ newDescription: ColumnsDescription, _ count: Int) throws(ArchiveError) {
    var columns: [(earlier: [UInt8], new: [UInt8], size: Int)] = []
    var areSame = true
    let byName = Dictionary(
      newDescription.columns.map { (ExactText($0.name), $0) }, uniquingKeysWith: { first, _ in first })
    for column in description.columns where column.conditions.isEmpty && column.tables.isEmpty {
      let key = "\(array).\(column.name)"
      guard let other = byName[ExactText(column.name)], other.conditions.isEmpty, column.parts == other.parts,
        let size = other.array.byteCount,
        size > 0,
        let data = try object.data(key), let newData = try newObject.data(key),
        Description.product([size, count]) == newData.count,
        let values = try converted(data, column.array, to: other.array, count, key)
      else { continue }
      let new = Array(newData)
      areSame = areSame && values == new
      columns.append((values, new, size))
    }
    // Most are as they were.
    if areSame { return }
    func bytes(_ row: Int, isNew: Bool) -> [UInt8] {
      columns.flatMap { (isNew ? $0.new : $0.earlier)[($0.size * row)..<($0.size * (row + 1))] }
    }
    let changed = (0..<count).filter { row in
      columns.contains { column in
        let range = (row * column.size)..<((row + 1) * column.size)
        return column.earlier[range] != column.new[range]
      }
    }
    let earlier = Dictionary(changed.map { (bytes($0, isNew: false), $0) }, uniquingKeysWith: { first, _ in first })
    for row in changed {
      guard let other = earlier[bytes(row, isNew: true)] else { continue }
      throw lost("row \(other) of the array '\(array)' has become row \(row), and rows have no identity")
    }
  }

  /// A column's values in the form that the program has written; nil if they have none.
  private func converted(
    _ data: UnsafeRawBufferPointer, _ array: ArchivedArray, to own: ArchivedArray, _ count: Int, _ key: String
  ) throws(ArchiveError) -> [UInt8]? {
    guard let size = own.byteCount, let total = Description.product([size, count]) else { return nil }
    if array == own { return data.count == total ? Array(data) : nil }
    guard let conversion = try? ArrayConversion(from: array, to: own, key), let source = data.baseAddress,
      Description.product([conversion.sourceByteCount, count]) == data.count
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: total)
    let isDone = bytes.withUnsafeMutableBytes { target -> Bool in
      guard let target = target.baseAddress else { return true }
      for row in 0..<count {
        let place = source + row * conversion.sourceByteCount
        do { try conversion.convert(place, to: target + row * size) { key } } catch { return false }
      }
      return true
    }
    return isDone ? bytes : nil
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
    let (newDescription, newCount) = try checkRows()
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
      // No column: what other readers have there is not known.
      guard let index = try object.index("\(array).\(name)") else { continue }
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
    guard let tests = tags.tests else {
      throw lost("its rows were moved, and its tag is itself in a union", [key])
    }
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
    guard let newDescription, let count = Description.product(description.dimensions),
      let tests = try Tags(column, self, newDescription, count, count).tests
    else { throw lost("its tag is itself in a union", ["\(array).\(column.name)"]) }
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
