@_spi(GeneratedCode) import ArchiveRuntime

extension ColumnMerge {
  /// The tags that a column depends on, in both archives.
  struct Tags {
    struct Test {
      let condition: ColumnsDescription.Condition
      let earlier: TagCells
      /// nil for a tag that the program does not know: it is what it was.
      let new: TagCells?
      let rows: [Int]?
      var cellCount: Int

      func holds(_ row: Int, _ cell: Int, isNew: Bool) -> Bool {
        let cell = cell * earlier.cellCount / max(cellCount, 1)
        var value: Int64
        if !isNew {
          value = earlier.value(row, cell)
        } else if let new {
          value = new.value(row, cell)
        } else {
          let row = rows.map { $0[row] } ?? row
          value = row < 0 ? 0 : earlier.value(row, cell)
        }
        return condition.values.contains(value) != condition.isExclusion
      }
    }

    /// Why the rows in which a column has values cannot be told.
    enum Reason {
      case inUnion
      case changed
      case damaged

      func text(_ column: String) -> String {
        switch self {
        case .inUnion: "'\(column)' is a member of a union whose tag is itself in a union, and rows were changed"
        case .changed: "'\(column)' is a member of a union whose tag has another form in this program"
        case .damaged: "'\(column)' is a member of a union whose tag is no integer of every row"
        }
      }
    }

    /// nil if that cannot be told.
    var tests: [Test]?
    private(set) var reason = Reason.damaged
    var areSame = true
    var cellCount = 1

    /// - Parameter newDescription: nil for the earlier archive alone.
    init(
      _ column: ColumnsDescription.Column, _ merge: ColumnMerge, _ newDescription: ColumnsDescription?, _ count: Int,
      _ newCount: Int
    ) throws(ArchiveError) {
      var tests: [Test]? = []
      for condition in column.conditions {
        guard condition.column < merge.description.columns.count else {
          tests = nil
          continue
        }
        let tag = merge.description.columns[condition.column]
        try merge.cost.charge(newDescription?.columns.count ?? 0)
        let newTag = newDescription?.columns.first { $0.name.isExactly(tag.name) }
        let data = try merge.object.data("\(merge.array).\(tag.stored.name)")
        if newDescription != nil {
          let newName = (newTag ?? tag).stored.name
          if let newTag, let data, let newData = try merge.newObject.data("\(merge.array).\(newName)") {
            areSame =
              areSame && newTag.array == tag.array && newTag.group == tag.group && data.hasSameBytes(as: newData)
          } else if newTag != nil {
            areSame = false
          }
        }
        guard let data, let earlier = TagCells(tag, data, count) else {
          reason = tag.conditions.isEmpty ? .damaged : .inUnion
          tests = nil
          continue
        }
        var new: TagCells?
        if let newTag {
          guard let newData = try merge.newObject.data("\(merge.array).\(newTag.stored.name)"),
            let cells = TagCells(newTag, newData, newCount), cells.cellCount == earlier.cellCount
          else {
            reason = newTag.conditions.isEmpty ? .changed : .inUnion
            tests = nil
            continue
          }
          new = cells
        }
        cellCount = max(cellCount, earlier.cellCount)
        tests?.append(Test(condition: condition, earlier: earlier, new: new, rows: merge.rows, cellCount: 1))
      }
      for place in tests?.indices ?? 0..<0 { tests?[place].cellCount = cellCount }
      self.tests = tests
    }
  }

  /// Checks that no row has a tag of these values that was not there in the earlier archive.
  func check(_ tag: String, _ values: Set<Int64>) throws(ArchiveError) {
    guard let newDescription, let newCount = Description.product(newDescription.dimensions),
      let count = Description.product(description.dimensions)
    else { return }
    let key = "\(array).\(tag)"
    guard let newTag = newDescription.columns.first(where: { $0.name.isExactly(tag) }),
      let newData = try newObject.data("\(array).\(newTag.stored.name)")
    else { return }
    let earlier = description.columns.first { $0.name.isExactly(tag) }
    let data = try object.data("\(array).\(earlier?.stored.name ?? tag)")
    guard let new = TagCells(newTag, newData, newCount) else {
      // In a union itself.
      guard let data, rows == nil, newTag.group == earlier?.group, data.hasSameBytes(as: newData) else {
        throw lost("the tag '\(key)' is in a union itself, and was changed", [key])
      }
      return
    }
    let cells = earlier.flatMap { column in data.flatMap { TagCells(column, $0, count) } }
    for newRow in 0..<newCount {
      for cell in 0..<new.cellCount {
        let value = new.value(newRow, cell)
        guard values.contains(value) else { continue }
        guard let row = row(newRow), row < count, let cells, cell < cells.cellCount, cells.value(row, cell) == value
        else {
          throw .unknownTag(path: "\(array.dropLast(2))[\(newRow)].\(tag)", tag: key, value: value)
        }
      }
    }
  }

  /// The same for an array that the earlier archive has not.
  static func check(
    _ tag: String, _ values: Set<Int64>, _ array: String, _ newObject: MergedObject
  ) throws(ArchiveError) {
    guard let text = try newObject.text(array), let description = ColumnsDescription(text),
      let count = Description.product(description.dimensions),
      let column = description.columns.first(where: { $0.name.isExactly(tag) }),
      let data = try newObject.data("\(array).\(column.stored.name)"), let cells = TagCells(column, data, count)
    else { return }
    for row in 0..<count {
      for cell in 0..<cells.cellCount where values.contains(cells.value(row, cell)) {
        throw .unknownTag(
          path: "\(array.dropLast(2))[\(row)].\(tag)", tag: "\(array).\(tag)", value: cells.value(row, cell))
      }
    }
  }
}

/// The values of a tag's column.
struct TagCells {
  private let data: UnsafeRawBufferPointer
  private let size: Int
  private let isSigned: Bool
  /// Of a bit-field in a group.
  private let part: GroupPart?
  /// How many a row has: more than one in an array of records within the rows.
  let cellCount: Int

  /// nil unless each is one integer of at most 64 bits, and each row has its own.
  init?(_ column: ColumnsDescription.Column, _ data: UnsafeRawBufferPointer, _ count: Int) {
    let array = column.stored.array
    guard column.conditions.isEmpty, column.tables.isEmpty, case .number(let type) = array.element,
      type.shape == .single, let cells = Description.product(array.dimensions), cells > 0,
      Description.product([cells, count, type.archivedSize]) == data.count
    else { return nil }
    switch type.number {
    case .bool: isSigned = false
    case .integer(let bits, let signed) where bits <= 64: isSigned = signed
    default: return nil
    }
    self.data = data
    part = column.group?.part
    size = type.archivedSize
    cellCount = cells
  }

  func value(_ row: Int, _ cell: Int) -> Int64 {
    let start = (row * cellCount + cell) * size
    guard start >= 0, start + size <= data.count else { return 0 }
    var bits: UInt64 = 0
    for byte in 0..<size { bits |= UInt64(data[start + byte]) << UInt64(byte * 8) }
    if let part { return Int64(bitPattern: part.value(in: bits)) }
    let unused = UInt64(64 - size * 8)
    return isSigned ? Int64(bitPattern: bits << unused) >> Int64(unused) : Int64(bitPattern: bits)
  }
}
