@_spi(GeneratedCode) import ArchiveRuntime

/// The keys of one object, with data that descriptions beside them explain: arrays, columns, and the tables of graphs.
struct DescribedFields {
  typealias Value = ArchiveContents.Value

  var values: [String: Value] = [:]
  var data: [String: [UInt8]] = [:]
  private var described: [String: Value] = [:]

  /// - Parameter objects: takes the nodes of graphs.
  mutating func resolved(_ objects: inout [ArchiveContents.Object]) -> [String: Value] {
    let descriptions = values.filter { $0.key.hasSuffix("[]") }
    // Graphs first: the descriptions of their tables are theirs.
    for (key, value) in descriptions {
      if case .text(let text) = value, let graph = GraphDescription(text) {
        described[key == "[]" ? "#root" : String(key.dropLast(2))] = self.graph(graph, key, &objects)
      }
    }
    // Arrays within the elements of others before these.
    for (key, value) in descriptions.sorted(by: { ($0.key.utf8.count, $0.key) > ($1.key.utf8.count, $1.key) }) {
      guard case .text(let text) = value, values[key] != nil else { continue }
      let own = String(key.dropLast(2))
      if let columns = ColumnsDescription(text) {
        values[key] = nil
        if columns.isElements { elements(of: own, columns.dimensions) } else { self.columns(columns, key) }
      } else if let array = ArrayDescription(text) {
        values[key] = nil
        if case .packed(let order) = array.storage {
          guard let bytes = data.removeValue(forKey: own) else {
            values[key] = value
            continue
          }
          values[own] = list(array.array, [], bytes, order)
        } else {
          elements(of: own, array.array.dimensions)
        }
      }
    }
    for (key, bytes) in data { described[key] = .data(hexadecimal(bytes)) }
    return values.merging(described) { $1 }
  }

  // MARK: Arrays

  /// `K[0].x`, `K[1].x` as one list at `K[].x`.
  private mutating func elements(of key: String, _ dimensions: [Int]) {
    guard let count = Description.product(dimensions), count <= 1 << 16 else { return }
    var lists: [String: [Value]] = [:]
    for index in 0..<count {
      var rest = index
      var places: [Int] = []
      for dimension in dimensions.reversed() {
        places.insert(rest % max(dimension, 1), at: 0)
        rest /= max(dimension, 1)
      }
      let element = key + places.map { "[\($0)]" }.joined()
      for found in values.keys where found == element || found.hasPrefix(element + ".") {
        let name = found == element ? key : key + "[]" + found.dropFirst(element.count)
        lists[name, default: []].append(values.removeValue(forKey: found) ?? .null)
      }
      for found in data.keys where found == element || found.hasPrefix(element + ".") {
        let name = found == element ? key : key + "[]" + found.dropFirst(element.count)
        lists[name, default: []].append(.data(hexadecimal(data.removeValue(forKey: found) ?? [])))
      }
    }
    for (name, list) in lists {
      values[name] = list.count == count ? Self.nested(list[...], dimensions[...]) : .list(list)
    }
  }

  private mutating func columns(_ columns: ColumnsDescription, _ key: String) {
    for column in columns.columns {
      let name = "\(key).\(column.name)"
      guard let bytes = data.removeValue(forKey: name) else { continue }
      values[name] =
        column.conditions.isEmpty
        ? list(column.array, columns.dimensions, bytes, .little) : .list(flat(column.array, bytes, .little))
    }
  }

  private func list(
    _ array: ArchivedArray, _ outer: [Int], _ bytes: [UInt8], _ order: ByteOrder
  ) -> Value {
    var dimensions = outer + array.dimensions
    if case .text = array.element, !dimensions.isEmpty { dimensions.removeLast() }
    let elements = flat(array, bytes, order)
    guard Description.product(dimensions) == elements.count else { return .data(hexadecimal(bytes)) }
    return Self.nested(elements[...], dimensions[...])
  }

  private static func nested(_ elements: ArraySlice<Value>, _ dimensions: ArraySlice<Int>) -> Value {
    guard let count = dimensions.first else { return elements.first ?? .null }
    let size = count == 0 ? 0 : elements.count / count
    return .list(
      (0..<count).map { index in
        let start = elements.startIndex + index * size
        return nested(elements[start..<start + size], dimensions.dropFirst())
      })
  }

  private func flat(_ array: ArchivedArray, _ bytes: [UInt8], _ order: ByteOrder) -> [Value] {
    switch array.element {
    case .number(let type):
      let size = type.archivedSize
      guard size > 0 else { return [] }
      return stride(from: 0, through: bytes.count - size, by: size).map {
        Self.number(type, bytes[$0..<$0 + size], order)
      }
    case .text(let encoding):
      guard let length = array.dimensions.last, length > 0 else { return [] }
      return stride(from: 0, through: bytes.count - length, by: length).map { start in
        let text = bytes[start..<start + length].prefix { $0 != 0 }
        return .text(
          encoding == .utf8
            ? String(decoding: text, as: UTF8.self) : String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) })))
      }
    }
  }

  private static func number(_ type: ElementType, _ bytes: ArraySlice<UInt8>, _ order: ByteOrder) -> Value {
    let size = type.number.archivedSize
    let lanes = (0..<type.lanes).map { lane -> Value in
      let own = bytes.dropFirst(lane * size).prefix(size)
      return Self.lane(type.number, order == .big ? Array(own.reversed()) : Array(own))
    }
    return type.shape == .single ? lanes[0] : .list(lanes)
  }

  private static func lane(_ number: ElementType.Number, _ bytes: [UInt8]) -> Value {
    guard bytes.count <= 8 else { return .data(hexadecimal(bytes)) }
    let bits = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    switch number {
    case .bool: return .integer(bits == 0 ? 0 : 1)
    case .integer(let width, true):
      return .integer(Int64(bitPattern: bits << (64 - UInt64(width))) >> (64 - Int64(width)))
    case .integer: return Int64(exactly: bits).map { .integer($0) } ?? .unsigned(bits)
    case .floating(.double): return .real(Double(bitPattern: bits))
    case .floating(.single): return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
    case .floating(.bfloat16): return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits) << 16)))
    case .floating(.half): return .real(half(UInt16(truncatingIfNeeded: bits)))
    case .floating: return .data(hexadecimal(bytes))
    }
  }

  /// Not every platform has `Float16`.
  private static func half(_ bits: UInt16) -> Double {
    let (exponent, mantissa) = (Int(bits >> 10) & 31, Double(bits & 1023))
    let magnitude =
      exponent == 31
      ? (mantissa == 0 ? .infinity : .nan)
      : exponent == 0
        ? mantissa * 0x1p-24 : (1024 + mantissa) * Double(sign: .plus, exponent: exponent - 25, significand: 1)
    return bits >> 15 == 0 ? magnitude : -magnitude
  }

  // MARK: Graphs

  /// Rows become objects, and links references to them.
  private mutating func graph(
    _ graph: GraphDescription, _ description: String, _ objects: inout [ArchiveContents.Object]
  ) -> Value {
    let key = String(description.dropLast(2))
    let names = GraphKeys(key: key)
    values[description] = nil
    var tables: [GraphTable] = []
    for table in graph.tables {
      let prefix = names.table(table.name) + "[]"
      func bytes(_ column: String) -> [UInt8] { data[names.column(table.name, column)] ?? [] }
      var read = GraphTable(
        name: table.name, rows: min(table.rows, 1 << 20), parts: table.parts, firstObject: objects.count,
        sites: table.sites)
      read.blocks = Self.numbers(bytes(GraphKeys.blocks))
      read.runs = Self.numbers(bytes(GraphKeys.parts))
      switch table.name {
      case "#text":
        read.values = bytes(GraphKeys.text).split(separator: 0, omittingEmptySubsequences: false).map {
          .text(String(decoding: $0, as: UTF8.self))
        }
      case "#handles":
        var rest = bytes(GraphKeys.bytes)[...]
        for length in Self.numbers(bytes(GraphKeys.lengths)) {
          read.values.append(.data(hexadecimal(rest.prefix(length))))
          rest = rest.dropFirst(length)
        }
      case _ where table.name.hasPrefix("#"):
        if let array = ArchivedArray(name: table.name.dropFirst()) {
          read.values = flat(array, bytes(GraphKeys.numbers), .little)
        }
      default:
        if case .text(let text)? = values[prefix], let columns = ColumnsDescription(text) {
          read.columns = columns
          for column in columns.columns { read.bytes[column.name] = data["\(prefix).\(column.name)"] }
        }
        objects += (0..<read.rows).map { _ in .init(className: table.name, fields: [:]) }
      }
      for found in values.keys where found.hasPrefix(prefix) { values[found] = nil }
      for found in data.keys where found.hasPrefix(prefix) { data[found] = nil }
      tables.append(read)
    }
    for table in tables { fill(table, tables, &objects) }
    let roots = Self.numbers(data.removeValue(forKey: names.roots) ?? [], size: 4)
    let links = roots.map { Self.link($0, [0], tables) }
    return links.count == 1 ? links[0] : .list(links)
  }

  private func fill(_ table: GraphTable, _ tables: [GraphTable], _ objects: inout [ArchiveContents.Object]) {
    guard let columns = table.columns else { return }
    var flatColumns: [[Value]] = []
    /// The elements of a column that each row has, and where they begin.
    for column in columns.columns {
      // A bit-field is shown in its group's integer, and may be the tag of other columns.
      if let group = column.group {
        flatColumns.append(
          flat(group.array, table.bytes[group.name] ?? [], .little).map { word in
            guard case .integer(let word) = word else { return word }
            return .integer(Int64(bitPattern: group.part.value(in: UInt64(bitPattern: word))))
          })
        continue
      }
      let elements = flat(column.array, table.bytes[column.name] ?? [], .little)
      var dimensions = column.array.dimensions
      if case .text = column.array.element, !dimensions.isEmpty { dimensions.removeLast() }
      let size = max(1, Description.product(dimensions) ?? 1)
      var next = 0
      for row in 0..<table.rows {
        let isLive = column.conditions.allSatisfy { condition in
          guard flatColumns.indices.contains(condition.column), flatColumns[condition.column].count == table.rows,
            case .integer(let tag) = flatColumns[condition.column][row]
          else { return flatColumns.indices.contains(condition.column) && row == 0 }
          return condition.values.contains(tag) != condition.isExclusion
        }
        guard isLive, next < elements.count else { continue }
        // Where the tag is in an array, all values stand in the first row.
        let isSpread = column.conditions.contains {
          flatColumns.indices.contains($0.column) && flatColumns[$0.column].count != table.rows
        }
        let own = isSpread ? elements[...] : elements[next..<min(next + size, elements.count)]
        next += own.count
        let linked = own.map { Self.linked($0, column.tables, tables) }
        let value = isSpread ? .list(linked) : Self.nested(linked[...], dimensions[...])
        objects[table.firstObject + row].fields[column.name] = value
      }
      // Rows for which it is not live keep the places of the others.
      flatColumns.append(
        column.conditions.isEmpty || elements.count == table.rows
          ? elements : (0..<table.rows).map { objects[table.firstObject + $0].fields[column.name] ?? .null })
    }
    var row = 0
    for block in table.blocks {
      for _ in 0..<min(max(0, block - 1), table.rows) where row + 1 < table.rows {
        objects[table.firstObject + row].fields["(next)"] = .object(table.firstObject + row + 1)
        row += 1
      }
      row += 1
    }
  }

  private static func linked(_ value: Value, _ targets: [Int], _ tables: [GraphTable]) -> Value {
    guard !targets.isEmpty, case .integer(let row) = value else { return value }
    return link(Int(row), targets, tables)
  }

  private static func link(_ row: Int, _ targets: [Int], _ tables: [GraphTable]) -> Value {
    var row = row
    if row <= 0 { return .null }
    for target in targets where tables.indices.contains(target) {
      let table = tables[target]
      if row <= table.rows + table.partCount { return table.value(row, tables) }
      row -= table.rows + table.partCount
    }
    // It leads to no elements.
    return .list([])
  }

  private static func numbers(_ bytes: [UInt8], size: Int = 8) -> [Int] {
    stride(from: 0, through: bytes.count - size, by: size).map { start in
      Int(truncatingIfNeeded: bytes[start..<start + size].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
  }
}

/// One table of a graph.
private struct GraphTable {
  let name: String
  let rows: Int
  let parts: Int
  let firstObject: Int
  let sites: [(table: Int, path: String)]
  var blocks: [Int] = []
  var runs: [Int] = []
  var columns: ColumnsDescription?
  var bytes: [String: [UInt8]] = [:]
  /// Of texts, numbers and handles.
  var values: [ArchiveContents.Value] = []

  var partCount: Int {
    if name == "#text" { return parts }
    return stride(from: 3, to: runs.count, by: 4).reduce(0) { $0 + min(max(runs[$1], 0), 1 << 20) }
  }

  func value(_ row: Int, _ tables: [GraphTable]) -> ArchiveContents.Value {
    if row > rows { return part(row - rows, tables) }
    switch name {
    case "#text", "#handles": return values.indices.contains(row - 1) ? values[row - 1] : .null
    case _ where name.hasPrefix("#"):
      // To the end of its block.
      var end = 0
      for block in blocks where end < row { end += min(max(0, block), 1 << 20) }
      if blocks.isEmpty { end = row }
      end = min(end, values.count)
      return row <= end ? .list(Array(values[(row - 1)..<end])) : .null
    default: return .object(firstObject + row - 1)
    }
  }

  /// Something inside another record, or the end of another text.
  private func part(_ number: Int, _ tables: [GraphTable]) -> ArchiveContents.Value {
    if name == "#text" {
      guard number * 2 <= runs.count, case .text(let text) = value(runs[number * 2 - 2], tables) else { return .null }
      return .text(String(decoding: text.utf8.dropFirst(max(0, runs[number * 2 - 1])), as: UTF8.self))
    }
    var rest = number - 1
    for run in stride(from: 0, to: runs.count - 3, by: 4) {
      guard rest >= runs[run + 3] else {
        guard sites.indices.contains(runs[run]), tables.indices.contains(sites[runs[run]].table) else { return .null }
        let site = sites[runs[run]]
        let table = tables[site.table]
        guard (1...max(1, table.rows)).contains(runs[run + 1]) else { return .null }
        return .list([
          .object(table.firstObject + runs[run + 1] - 1), .text(site.path), .integer(Int64(runs[run + 2] &+ rest)),
        ])
      }
      rest &-= runs[run + 3]
    }
    return .null
  }
}
