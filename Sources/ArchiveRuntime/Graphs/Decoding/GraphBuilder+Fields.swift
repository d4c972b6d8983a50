import Foundation

/// Fills in the fields of records, and the numbers behind pointers.
extension GraphBuilder {
  func fill<Source: FieldSource & ~Copyable>(from source: inout Source) throws(ArchiveError) {
    for index in plan.tables.indices {
      switch plan.tables[index].kind {
      case .records: try fill(index)
      default: break
      }
    }
    var reader = reader
    for index in plan.tables.indices {
      guard case .numbers(let type) = plan.tables[index].kind, reader.sources[index] != nil else { continue }
      let name = reader.name(index)
      guard let archived = ElementType(name: name.dropFirst()) else { continue }
      try fillNumbers(index, type, archived, reader.keys.column(name, GraphKeys.numbers), &reader, from: &source)
    }
  }

  func fill(_ index: Int) throws(ArchiveError) {
    guard let columns = found[index], columns.count > 0 else { return }
    let table = tables[index]
    let name = reader.name(index)
    let rows = UnsafeBufferPointer(rebasing: table.addresses.buffer[..<table.ownCount])
    func path(_ row: Int) -> String { "\(name)[\(row)]." }
    let chunk = 256
    var start = 0
    while start < rows.count {
      let block = UnsafeBufferPointer(rebasing: rows[start..<min(start + chunk, rows.count)])
      for column in columns.found { try column.scatter(start, block) { path($0) + column.column.name } }
      for column in columns.missing where !column.defaultBytes.isEmpty {
        for address in block {
          guard let record = UnsafeMutableRawPointer(bitPattern: address) else { continue }
          column.cell.fill(column.defaultBytes, into: record, stride: 0, count: 1)
        }
      }
      start += block.count
      try work?.advance(by: block.count)
    }
    try plan.tables[index].plan?.scatterMembers(
      of: columns, to: { UnsafeMutableRawPointer(bitPattern: rows[$0]).unsafelyUnwrapped }, path: path)
  }

  private func fillNumbers<Source: FieldSource & ~Copyable>(
    _ index: Int, _ type: ElementType, _ archived: ElementType, _ key: String, _ reader: inout GraphReader,
    from source: inout Source
  ) throws(ArchiveError) {
    let table = tables[index]
    let data = try reader.data(key, from: &source)
    let path = source.path(key)
    let size = archived.archivedSize
    guard Description.product([table.ownCount, size]) == data.count else {
      throw .wrongType(
        path: path, expected: "\(table.ownCount) numbers of \(archived.name)", found: "\(data.count) bytes")
    }
    guard let bytes = data.baseAddress, table.ownCount > 0 else { return }
    let cell = Cell(type, offset: 0)
    let conversion =
      archived == type.archived
      ? nil : try ArrayConversion(from: ArchivedArray(.number(archived), []), to: cell.archived, path)
    var converted = [UInt8](repeating: 0, count: max(cell.byteCount, 1))
    for block in 0..<table.ownBlocks {
      let rows = table.rows(block)
      guard let target = UnsafeMutableRawPointer(bitPattern: table.addresses[block]) else { continue }
      let from = bytes + (rows.lowerBound - 1) * size
      try work?.advance(by: rows.count)
      guard let conversion else {
        let done = cell.gatherBack(from, count: rows.count, to: target, stride: type.storage)
        guard done == rows.count else {
          throw cell.invalid("\(path)[\(rows.lowerBound - 1 + done)]", from + done * size)
        }
        continue
      }
      for element in 0..<rows.count {
        try converted.withUnsafeMutableBufferPointer { (buffer) throws(ArchiveError) in
          guard let scratch = buffer.baseAddress.map(UnsafeMutableRawPointer.init) else { return }
          let elementPath = "\(path)[\(rows.lowerBound - 1 + element)]"
          try conversion.convert(from + element * size, to: scratch, elementPath)
          let place = target + element * type.storage
          guard cell.scatter(UnsafeRawPointer(scratch), count: 1, to: place, stride: 0) == 1 else {
            throw cell.invalid(elementPath, UnsafeRawPointer(scratch))
          }
        }
      }
    }
  }
}

extension FoundColumns.Found {
  /// Puts the column into these records, of which the first is number `start`.
  fileprivate func scatter(
    _ start: Int, _ rows: UnsafeBufferPointer<UInt>, path: (Int) -> String
  ) throws(ArchiveError) {
    let cell = column.cell
    let size = cell.byteCount
    guard let conversion else {
      let source = bytes + start * size
      let done = AddressLoop.scatter(cell, source, to: rows)
      guard done == rows.count else { throw cell.invalid(path(start + done), source + done * size) }
      return
    }
    var scratch = [UInt8](repeating: 0, count: max(size, 1))
    for row in rows.indices {
      guard let record = UnsafeMutableRawPointer(bitPattern: rows[row]) else { continue }
      try scratch.withUnsafeMutableBufferPointer { (buffer) throws(ArchiveError) in
        guard let target = buffer.baseAddress.map(UnsafeMutableRawPointer.init) else { return }
        try conversion.convert(bytes + (start + row) * conversion.sourceByteCount, to: target, path(start + row))
        guard cell.scatter(UnsafeRawPointer(target), count: 1, to: record, stride: 0) == 1 else {
          throw cell.invalid(path(start + row), UnsafeRawPointer(target))
        }
      }
    }
  }
}

extension Cell {
  /// Puts `count` archived values into memory, one after another.
  fileprivate func gatherBack(
    _ source: UnsafeRawPointer, count: Int, to target: UnsafeMutableRawPointer, stride: Int
  ) -> Int {
    scatter(source, count: count, to: target, stride: stride)
  }
}
