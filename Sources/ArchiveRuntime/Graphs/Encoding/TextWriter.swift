import Foundation

/// Writes texts as UTF-8, each with its NUL, whatever their encoding in memory.
struct TextWriter {
  private let table: TextTable

  init(_ table: TextTable) { self.table = table }

  func write<Sink: FieldSink & ~Copyable>(_ key: String, into sink: inout Sink) throws(ArchiveError) {
    // Those that are not UTF-8 in memory are converted once.
    var converted: [Int: [UInt8]] = [:]
    var lengths: [Int] = []
    lengths.reserveCapacity(table.entries.count)
    for (index, entry) in table.entries.enumerated() {
      if let address = UnsafeRawPointer(bitPattern: entry.address), entry.encoding == .utf8 {
        let length = strlen(address.assumingMemoryBound(to: CChar.self))
        guard TextBytes.isValid(UnsafeRawBufferPointer(start: address, count: length), .utf8) else {
          throw invalid(index, "it is not UTF-8")
        }
        lengths.append(length)
      } else {
        let bytes = try bytes(entry, index)
        converted[index] = bytes
        lengths.append(bytes.count)
      }
    }
    try sink.key(key)
    try sink.data(byteCount: lengths.reduce(lengths.count, +)) { (target) throws(ArchiveError) in
      var target = target
      for (index, entry) in table.entries.enumerated() {
        if let bytes = converted[index] {
          bytes.withUnsafeBytes { bytes in
            if let source = bytes.baseAddress { target.copyMemory(from: source, byteCount: bytes.count) }
          }
        } else if let source = UnsafeRawPointer(bitPattern: entry.address) {
          target.copyMemory(from: source, byteCount: lengths[index])
        }
        target += lengths[index]
        target.storeBytes(of: 0, as: UInt8.self)
        target += 1
      }
    }
  }

  private func invalid(_ index: Int, _ reason: String) -> ArchiveError {
    .invalidText(path: "#text[\(index)]", reason: reason)
  }

  private func bytes(_ entry: TextTable.Entry, _ index: Int) throws(ArchiveError) -> [UInt8] {
    guard let address = UnsafeRawPointer(bitPattern: entry.address) else { return Array(entry.name.utf8) }
    switch entry.encoding {
    case .utf8, .latin1:
      let length = strlen(address.assumingMemoryBound(to: CChar.self))
      return Array(TextBytes.string(address, count: length, .latin1)?.utf8 ?? "".utf8)
    case .utf16:
      let units = Self.units(address, UInt16.self)
      guard let text = String(validating: units, as: UTF16.self) else { throw invalid(index, "it is not UTF-16") }
      return Array(text.utf8)
    case .utf32:
      let units = Self.units(address, UInt32.self)
      guard let text = String(validating: units, as: UTF32.self) else { throw invalid(index, "it is not UTF-32") }
      return Array(text.utf8)
    }
  }

  private static func units<Unit: FixedWidthInteger & BitwiseCopyable>(
    _ address: UnsafeRawPointer, _: Unit.Type
  ) -> [Unit] {
    var units: [Unit] = []
    var next = address
    while true {
      let unit = next.loadUnaligned(as: Unit.self)
      if unit == 0 { return units }
      units.append(unit)
      next += MemoryLayout<Unit>.size
    }
  }
}
