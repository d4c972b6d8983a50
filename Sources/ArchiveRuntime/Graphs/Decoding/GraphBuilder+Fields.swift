import Foundation

/// Fills in the fields of records, and the numbers behind pointers.
extension GraphBuilder {
  func fill<Source: FieldSource & ~Copyable>(from source: inout Source) throws(ArchiveError) {
    if reader.former == .record { return try fillRecord(from: &source) }
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
    guard let columnReader = columnReader(index) else { return }
    // The memory is zeroed. Migrations are called when the pointers are set.
    try columnReader.read(clearing: false, migrating: false)
  }

  /// Migrates records of earlier versions, after all pointers have been set.
  func migrate() throws(ArchiveError) {
    for index in plan.tables.indices where found[index]?.former != nil { try columnReader(index)?.migrate() }
  }

  private func columnReader(_ index: Int) -> ColumnReader<AddressedRows>? {
    guard let columns = found[index], columns.count > 0, let record = plan.tables[index].plan else { return nil }
    let table = tables[index]
    let name = reader.name(index)
    let rows = AddressedRows(UnsafeBufferPointer(rebasing: table.addresses.buffer[..<table.ownCount]))
    return ColumnReader(plan: record, columns: columns, rows: rows, work: work) { "\(name)[\($0)]." }
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
    let cell = ElementAccess(type, offset: 0)
    let conversion =
      archived == type.archived
      ? nil : try ArrayConversion(from: ArchivedArray(.number(archived), []), to: cell.archived, path)
    let column = ArchivedColumn(cell: cell, bytes: bytes, conversion: conversion)
    var scratch: [UInt8] = []
    for block in 0..<table.ownBlocks {
      let range = table.rows(block)
      guard let target = UnsafeMutableRawPointer(bitPattern: table.addresses[block]) else { continue }
      let rows = StridedRows(target, stride: type.storage, count: range.count)
      try work?.advance(by: range.count)
      // As many at a time as fit into the conversion buffer.
      var start = 0
      while start < rows.count {
        let part = rows.rows(start..<min(start + (conversion == nil ? rows.count : rows.blockCount), rows.count))
        try column.scatter(from: range.lowerBound - 1 + start, to: part, &scratch) { "\(path)[\($0)]" }
        start += part.count
      }
    }
  }
}
