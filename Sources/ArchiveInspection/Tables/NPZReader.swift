@_spi(GeneratedCode) import ArchiveRuntime

/// Reads NumPy's npz without compression (`numpy.savez`) as columns of an archive: arrays with the same first dimension.
package enum NPZReader {
  /// - Throws: `TableError`.
  package static func archive(_ bytes: UnsafeRawBufferPointer, name: String) throws -> TableArchive {
    var columns: [TableArchive.Column] = []
    var count: Int?
    for (entry, range) in try entries(bytes) {
      let array = try NPYArray(UnsafeRawBufferPointer(rebasing: bytes[range]), name: entry)
      guard let rows = array.shape.first else {
        throw TableError(description: "the array '\(entry)' has no dimension for rows")
      }
      guard rows == count ?? rows else {
        throw TableError(description: "the array '\(entry)' has \(rows) rows, and others have \(count ?? 0)")
      }
      count = rows
      columns.append(.init(name: entry, array: array.type, bytes: array.bytes))
    }
    guard let count else { throw TableError(description: "the npz file has no arrays") }
    return TableArchive(name: name, dimensions: [count], columns: columns)
  }

  /// The files of a zip archive by its directory.
  private static func entries(_ bytes: UnsafeRawBufferPointer) throws -> [(String, Range<Int>)] {
    func number(_ offset: Int, _ size: Int) throws -> Int {
      guard offset >= 0, offset <= bytes.count - size else {
        throw TableError(description: "the npz file is cut short")
      }
      var value: UInt64 = 0
      for index in (0..<size).reversed() { value = value << 8 | UInt64(bytes[offset + index]) }
      return Int(clamping: value)
    }
    guard bytes.count >= 22 else { throw TableError(description: "the npz file is cut short") }
    var end = bytes.count - 22
    while end >= max(0, bytes.count - 66_000), try number(end, 4) != 0x0605_4B50 { end -= 1 }
    guard end >= 0, try number(end, 4) == 0x0605_4B50 else { throw TableError(description: "this is no zip archive") }
    var count = try number(end + 10, 2)
    var directory = try number(end + 16, 4)
    if directory == 0xFFFF_FFFF || count == 0xFFFF, end >= 20, try number(end - 20, 4) == 0x0706_4B50 {
      let large = try number(end - 12, 8)
      count = try number(large + 32, 8)
      directory = try number(large + 48, 8)
    }
    var found: [(String, Range<Int>)] = []
    var place = directory
    for _ in 0..<count {
      guard try number(place, 4) == 0x0201_4B50 else {
        throw TableError(description: "the npz file's directory is damaged")
      }
      let nameCount = try number(place + 28, 2)
      let extraCount = try number(place + 30, 2)
      let nameStart = place + 46
      guard nameStart + nameCount <= bytes.count else { throw TableError(description: "the npz file is cut short") }
      let name = String(decoding: bytes[nameStart..<(nameStart + nameCount)], as: UTF8.self)
      guard try number(place + 10, 2) == 0 else {
        throw TableError(
          description: "'\(TerminalText.escaped(name))' is compressed; write it with numpy.savez, not savez_compressed")
      }
      var size = try number(place + 20, 4)
      var local = try number(place + 42, 4)
      var extra = nameStart + nameCount
      let extraEnd = extra + extraCount
      let isLarge = (try number(place + 24, 4) == 0xFFFF_FFFF, size == 0xFFFF_FFFF, local == 0xFFFF_FFFF)
      while extra + 4 <= extraEnd {
        if try number(extra, 2) == 1 {
          var own = extra + 4
          if isLarge.0 { own += 8 }
          if isLarge.1 {
            size = try number(own, 8)
            own += 8
          }
          if isLarge.2 { local = try number(own, 8) }
        }
        extra += 4 + (try number(extra + 2, 2))
      }
      place = extraEnd + (try number(place + 32, 2))
      guard try number(local, 4) == 0x0403_4B50 else {
        throw TableError(description: "the npz file's directory is damaged")
      }
      let start = local + 30 + (try number(local + 26, 2)) + (try number(local + 28, 2))
      guard size <= bytes.count, start <= bytes.count - size else {
        throw TableError(description: "the npz file is cut short")
      }
      found.append((name.hasSuffix(".npy") ? String(name.dropLast(4)) : name, start..<(start + size)))
    }
    return found
  }
}

/// One `.npy` file.
struct NPYArray {
  let type: ArchivedArray
  let shape: [Int]
  let bytes: [UInt8]

  init(_ file: UnsafeRawBufferPointer, name: String) throws {
    func wrong(_ what: String) -> TableError {
      TableError(description: "the array '\(TerminalText.escaped(name))' \(what)")
    }
    guard file.count > 12, file.starts(with: [0x93] + Array("NUMPY".utf8)), 1...3 ~= file[6] else {
      throw wrong("is no .npy file")
    }
    let isShort = file[6] == 1
    let length = Int(file[8]) | Int(file[9]) << 8 | (isShort ? 0 : Int(file[10]) << 16 | Int(file[11]) << 24)
    let start = (isShort ? 10 : 12) + length
    guard start <= file.count else { throw wrong("is cut short") }
    let header = String(decoding: file[(isShort ? 10 : 12)..<start], as: UTF8.self)
    guard let descriptor = Self.quoted(header, after: "'descr':") else {
      throw wrong("has a type of several fields, which has no column of its own; save each field")
    }
    guard header.contains("'fortran_order': False") else {
      throw wrong("is in Fortran's order; save numpy.ascontiguousarray of it")
    }
    guard let open = header.range(of: "'shape': ("), let close = header[open.upperBound...].firstIndex(of: ")") else {
      throw wrong("has no shape")
    }
    var shape: [Int] = []
    for part in header[open.upperBound..<close].split(separator: ",") {
      guard let count = Int(part.filter { $0 != " " }), count >= 0 else { throw wrong("has no shape") }
      shape.append(count)
    }
    let order = descriptor.first
    let code = descriptor.dropFirst().prefix(1)
    guard let size = Int(descriptor.dropFirst(2)), size > 0, let total = Description.product(shape + [size]),
      total <= file.count - start
    else { throw wrong("has the type '\(descriptor)' and fewer bytes than its shape needs") }
    var own = Array(file[start..<(start + total)])
    let rest = Array(shape.dropFirst())
    let element: ElementType
    var lane = size
    switch (code, size) {
    case ("b", 1): element = .bool
    case ("u", 1): element = .u8
    case ("u", 2): element = .u16
    case ("u", 4): element = .u32
    case ("u", 8): element = .u64
    case ("i", 1): element = .i8
    case ("i", 2): element = .i16
    case ("i", 4): element = .i32
    case ("i", 8): element = .i64
    case ("f", 2): element = .f16
    case ("f", 4): element = .f32
    case ("f", 8): element = .f64
    case ("c", 8): (element, lane) = (.complex(.f32), 4)
    case ("c", 16): (element, lane) = (.complex(.f64), 8)
    case ("S", _):
      (type, self.shape, bytes) = (ArchivedArray(.text(.latin1), rest + [size]), shape, own)
      return
    default: throw wrong("has the type '\(descriptor)', which archives have no column for")
    }
    if order == ">", lane > 1 {
      for start in stride(from: 0, to: own.count, by: lane) { own[start..<(start + lane)].reverse() }
    }
    (type, self.shape, bytes) = (ArchivedArray(.number(element.archivedForm), rest), shape, own)
  }

  private static func quoted(_ text: String, after word: String) -> String? {
    guard let place = text.range(of: word) else { return nil }
    let rest = text[place.upperBound...].drop { $0 == " " }
    guard rest.first == "'" else { return nil }
    return String(rest.dropFirst().prefix { $0 != "'" })
  }
}

extension ElementType {
  /// Complex numbers are made for memory; in an archive they have no padding.
  fileprivate var archivedForm: ElementType { ElementType(name: name) ?? self }
}
