@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// Checks that values with an identity are not in another form now, in which they would have lost what is unknown of them: a row in
/// columns that is a property or an object, and the other way. Each form has its own way to find what moved within it.
struct MovedForms {
  private let merge: ArchiveMerge
  private let rows: MovedRows

  init(_ merge: ArchiveMerge) {
    self.merge = merge
    rows = MovedRows(merge)
  }

  /// - Throws: `unknownDataLost`.
  func check() throws(ArchiveError) {
    guard let graphs = merge.graphs else { return }
    let written = graphs.identifiedArrays
    let former = merge.bases.contains { !$0.arrays.isEmpty }
    guard former || !written.isEmpty else { return }
    if former { try checkRows(try addedValues(graphs)) }
    if !written.isEmpty { try checkOthers(written) }
  }

  // MARK: Rows that became something else

  private func checkRows(_ added: [Int: String]) throws(ArchiveError) {
    if added.isEmpty { return }
    for number in merge.unread.keys.sorted() {
      for lost in try rows.lost(of: number) {
        guard let array = lost.identified, let identities = try identities(of: lost.merge, array) else { continue }
        guard let row = lost.rows.first(where: { $0 < identities.count && added[identities[$0]] != nil }),
          let place = added[identities[row]]
        else { continue }
        throw lost.merge.lost(
          "a row of the array '\(lost.array)' is \(place) now, which cannot have what is unknown of it")
      }
    }
  }

  /// Structs in place and objects of the new archive that the earlier one did not have, by their identities.
  private func addedValues(_ graphs: WrittenGraphs) throws(ArchiveError) -> [Int: String] {
    var added: [Int: String] = [:]
    for value in graphs.inPlace {
      guard let object = try merge.new.object(value.number), let identity = try identity(of: value, object) else {
        continue
      }
      added[identity] = "the property '\(value.key)'"
    }
    for base in merge.bases {
      for value in base.inPlace {
        guard let object = try base.side.object(value.number), let identity = try identity(of: value, object) else {
          continue
        }
        added[identity] = nil
      }
    }
    if graphs.hasIdentities {
      for number in 1..<max(merge.new.objects.count, 1) where merge.origins[number] == nil {
        guard let name = try merge.new.className(of: number), let keys = graphs.identity(ofClass: name),
          let object = try merge.new.object(number), let identity = try identity(keys, name, object, behind: "")
        else { continue }
        added[identity] = "an object of its own"
      }
    }
    return added
  }

  // MARK: What became a row

  private func checkOthers(_ arrays: [IdentifiedArray]) throws(ArchiveError) {
    var lost: [Int: ArchiveError] = [:]
    for (side, base) in merge.bases.enumerated() where !base.inPlace.isEmpty {
      for former in try merge.formerInPlace(side) {
        guard let identity = try identity(of: former.value, former.object) else { continue }
        if let number = former.newNumber, let newObject = try merge.new.object(number),
          try self.identity(of: former.value, newObject) == identity
        {
          continue
        }
        lost[identity] = former.lost("is a row of an array now, which cannot have what is unknown of it")
      }
    }
    if merge.descends {
      let types = Dictionary(arrays.map { (ExactText($0.typeName), $0) }, uniquingKeysWith: { first, _ in first })
      for number in try merge.unknownValues().all.sorted() where !merge.isPaired(number) {
        guard let name = try merge.earlier.className(of: number), let object = try merge.earlierValue(number),
          let array = types[ExactText(name)],
          let identity = try identity(array.identity, name, object, behind: "")
        else { continue }
        lost[identity] = try merge.lost(
          [number], "were moved into an array in columns, which cannot have what is unknown of them")
      }
    }
    if lost.isEmpty { return }
    for array in arrays {
      guard let object = try merge.new.object(array.number),
        let columns = try ColumnMerge(array.key + "[]", object, object, keys: [], merge.cost),
        !columns.description.isElements, let identities = try identities(of: columns, array)
      else { continue }
      for row in try rows.newRows(of: columns, array.number) where row < identities.count {
        if let error = lost[identities[row]] { throw error }
      }
    }
  }

  // MARK: Identities

  private func identity(of value: IdentifiedValue, _ object: MergedObject) throws(ArchiveError) -> Int? {
    try identity(value.identity, value.typeName, object, behind: value.key + ".")
  }

  /// A number that values with the same identity have in every form; nil for keys that forms have differently.
  private func identity(
    _ identity: [String], _ typeName: String, _ object: MergedObject, behind prefix: String
  ) throws(ArchiveError) -> Int? {
    try merge.cost.charge(object.keyBytes)
    var words: [Int] = []
    for key in object.keys.sorted() where key.hasExactPrefix(prefix) {
      let own = String(Substring(key.utf8.dropFirst(prefix.utf8.count)))
      guard ColumnMerge.isOf(identity, own) else { continue }
      guard let word = try word(of: object, key) else { return nil }
      words += [try merge.all.number(of: own), word]
    }
    return words.isEmpty ? nil : merge.all.number(.list([try merge.all.number(of: typeName)] + words))
  }

  private func word(of object: MergedObject, _ key: String) throws(ArchiveError) -> Int? {
    switch try object.value(key) {
    case .integer(let value): merge.all.number(.integer(value))
    case .bool(let value): merge.all.number(.integer(value ? 1 : 0))
    case .wideInteger(let value): value.uint64.map { merge.all.number(.integer(Int64(bitPattern: $0))) }
    case .string(let text): try merge.all.number(of: try object.side.view.string(text))
    default: nil
    }
  }

  /// The same for each row of an array; nil for columns that other forms have differently.
  private func identities(of columns: ColumnMerge, _ array: IdentifiedArray) throws(ArchiveError) -> [Int]? {
    let count = try columns.earlierCount()
    let name = try merge.all.number(of: array.typeName)
    var rows = [[Int]](repeating: [name], count: count)
    let wanted = columns.description.columns.filter { $0.parts.isEmpty && ColumnMerge.isOf(array.identity, $0.name) }
    for column in wanted.sorted(by: { $0.name < $1.name }) {
      guard column.conditions.isEmpty, let size = column.array.byteCount,
        var bytes = try columns.object.data("\(columns.array).\(column.stored.name)")
      else { return nil }
      if let group = column.group {
        let values = group.values(in: bytes)
        let own = try merge.all.allocate(values.count)
        own.copyBytes(from: values)
        bytes = UnsafeRawBufferPointer(own)
      }
      guard let start = bytes.baseAddress, bytes.count == count * size else { return count == 0 ? [] : nil }
      try merge.cost.charge(count, times: 16)
      let key = try merge.all.number(of: column.name)
      for row in rows.indices {
        guard let word = try word(of: column.array, start + row * size, size) else { return nil }
        rows[row] += [key, word]
      }
    }
    return wanted.isEmpty ? nil : rows.map { merge.all.number(.list($0)) }
  }

  private func word(of array: ArchivedArray, _ value: UnsafeRawPointer, _ size: Int) throws(ArchiveError) -> Int? {
    switch array.element {
    case .text(let encoding) where array.dimensions.count == 1:
      guard let text = TextBytes.string(value, count: size, encoding) else { return nil }
      return try merge.all.number(of: text)
    case .number(let type) where array.dimensions.isEmpty:
      let number = ElementNumber(
        type.number, UnsafeRawBufferPointer(start: value, count: size), at: 0, order: .little)
      return number.bits.map { merge.all.number(.integer(Int64(bitPattern: $0))) }
    default: return nil
    }
  }
}
