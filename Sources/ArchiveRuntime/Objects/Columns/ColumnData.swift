import Foundation

extension Data: ColumnValue {
  /// What Foundation allocates for data, about.
  static let columnCost = 64

  @_documentation(visibility: internal)
  public static var columnForm: ColumnForm {
    ColumnForm(kind: .nested([.bytes("NS.data"), ColumnProperty(UInt64.self, "NS.length")]), part: .data)
  }

  /// Data of one length for all, of which zeros are left out by the real lengths.
  @_documentation(visibility: internal)
  public static func encodeColumn<Row>(
    forKey key: String, to encoder: ColumnsEncoder<Row>, _ value: @escaping (Row) -> Data
  ) throws {
    let values = encoder.nested(key, value)
    encoder.columns.add("NS.data", data: values.rows, at: values.place)
    try values.encode(forKey: "NS.length") { UInt64($0.count) }
  }

  @_documentation(visibility: internal)
  public static func value(in row: ColumnsRow, _ index: Int) throws -> Data {
    let parts = try row.nested(index)
    let length = try parts.decode(UInt64.self, 1)
    guard let data = parts.columns[0].data(parts.row, length) else {
      throw row.outOfRange("\(length)", "the length of data in a column of \(parts.columns[0].width) bytes", index)
    }
    return data
  }
}

extension FoundColumn {
  /// The first bytes of a row's data; nil if it has not as many, or others than zeros behind them.
  fileprivate func data(_ row: Int, _ length: UInt64) -> Data? {
    guard length <= UInt64(width) else { return nil }
    let bytes = UnsafeRawBufferPointer(start: self.bytes + row * width, count: width)
    return bytes.dropFirst(Int(length)).allSatisfy { $0 == 0 } ? Data(bytes.prefix(Int(length))) : nil
  }
}

extension WrittenColumns {
  /// Data of one length: shorter ones end with zeros.
  func add(_ key: String, data values: [Data], at place: Place) {
    let width = values.reduce(1) { max($0, $1.count) }
    guard admits(width, count: values.count, byteCount: values.reduce(0) { $0 + $1.count }, costOfEach: Data.columnCost)
    else { return }
    add(key, ArchivedArray(.number(.u8), [width]), count: values.count, at: place) { target, range in
      for (place, index) in range.enumerated() {
        let (start, count) = (target + place * width, values[index].count)
        values[index].withUnsafeBytes { bytes in
          if let address = bytes.baseAddress { start.copyMemory(from: address, byteCount: count) }
        }
        (start + count).initializeMemory(as: UInt8.self, repeating: 0, count: width - count)
      }
    }
  }
}
