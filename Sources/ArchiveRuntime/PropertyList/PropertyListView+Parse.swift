extension PropertyListView {
  /// Reads the object that begins at `start`, a byte among the objects, and returns its end.
  @inline(__always)
  package func parse(at start: Int) throws(ArchiveError) -> (node: PropertyListNode, end: Int) {
    let marker = bytes[start]
    let low = marker & 0x0F
    switch marker & 0xF0 {
    case ObjectMarker.null: return (try constant(marker, at: start), start &+ 1)
    case ObjectMarker.integer: return try integer(low: low, at: start)
    case ObjectMarker.real: return try real(low: low, at: start)
    case ObjectMarker.date & 0xF0:
      guard marker == ObjectMarker.date else { throw unknown(marker, at: start) }
      let end = try end(of: 8, from: start &+ 1, object: start)
      return (.date(bitPattern: bytes.bigEndian(at: start &+ 1, as: UInt64.self)), end)
    case ObjectMarker.data:
      let size = try size(low: low, at: start)
      let end = try end(of: size.count, from: size.contents, object: start)
      return (.data(size.contents..<end), end)
    case ObjectMarker.asciiString:
      let size = try size(low: low, at: start)
      let end = try end(of: size.count, from: size.contents, object: start)
      return (.string(PropertyListText(offset: size.contents, count: size.count, isASCII: true)), end)
    case ObjectMarker.utf16String:
      let size = try size(low: low, at: start)
      let end = try end(of: size.count, times: 2, from: size.contents, object: start)
      return (.string(PropertyListText(offset: size.contents, count: size.count, isASCII: false)), end)
    case ObjectMarker.uid: return try uid(size: Int(low) &+ 1, at: start)
    case ObjectMarker.array:
      let (references, end) = try references(low: low, at: start)
      return (.array(references), end)
    case ObjectMarker.set:
      let (references, end) = try references(low: low, at: start)
      return (.set(references), end)
    case ObjectMarker.dictionary:
      let size = try size(low: low, at: start)
      let end = try end(of: size.count, times: 2 &* layout.referenceSize, from: size.contents, object: start)
      let values = size.contents &+ size.count &* layout.referenceSize
      return (
        .dictionary(
          PropertyListDictionary(
            keys: PropertyListReferences(offset: size.contents, count: size.count),
            values: PropertyListReferences(offset: values, count: size.count))), end
      )
    default: throw unknown(marker, at: start)
    }
  }

  @inline(__always)
  private func constant(_ marker: UInt8, at start: Int) throws(ArchiveError) -> PropertyListNode {
    switch marker {
    case ObjectMarker.null: return .null
    case ObjectMarker.false: return .bool(false)
    case ObjectMarker.true: return .bool(true)
    default: throw unknown(marker, at: start)
    }
  }

  @inline(__always)
  private func integer(low: UInt8, at start: Int) throws(ArchiveError) -> (node: PropertyListNode, end: Int) {
    guard low <= 4 else { throw unknown(ObjectMarker.integer | low, at: start) }
    let contents = start &+ 1
    let end = try end(of: 1 << Int(low), from: contents, object: start)
    switch low {
    case 0: return (.integer(Int64(bytes[contents])), end)
    case 1: return (.integer(Int64(bytes.bigEndian(at: contents, as: UInt16.self))), end)
    case 2: return (.integer(Int64(bytes.bigEndian(at: contents, as: UInt32.self))), end)
    case 3: return (.integer(bytes.bigEndian(at: contents, as: Int64.self)), end)
    default:
      let wide = WideInteger(
        high: bytes.bigEndian(at: contents, as: Int64.self), low: bytes.bigEndian(at: contents &+ 8, as: UInt64.self))
      return (wide.int64.map(PropertyListNode.integer) ?? .wideInteger(wide), end)
    }
  }

  @inline(__always)
  private func real(low: UInt8, at start: Int) throws(ArchiveError) -> (node: PropertyListNode, end: Int) {
    let contents = start &+ 1
    switch low {
    case 2:
      let end = try end(of: 4, from: contents, object: start)
      return (.real32(bitPattern: bytes.bigEndian(at: contents, as: UInt32.self)), end)
    case 3:
      let end = try end(of: 8, from: contents, object: start)
      return (.real64(bitPattern: bytes.bigEndian(at: contents, as: UInt64.self)), end)
    default: throw unknown(ObjectMarker.real | low, at: start)
    }
  }

  @inline(__always)
  private func uid(size: Int, at start: Int) throws(ArchiveError) -> (node: PropertyListNode, end: Int) {
    let contents = start &+ 1
    let end = try end(of: size, from: contents, object: start)
    switch size {
    case 1: return (.uid(Int(bytes[contents])), end)
    case 2: return (.uid(Int(bytes.bigEndian(at: contents, as: UInt16.self))), end)
    case 4 where Int.bitWidth > 32: return (.uid(Int(bytes.bigEndian(at: contents, as: UInt32.self))), end)
    default: return (try longUID(size: size, at: start), end)
    }
  }

  @inline(never)
  private func longUID(size: Int, at start: Int) throws(ArchiveError) -> PropertyListNode {
    let contents = start &+ 1
    // Writers use up to 8 bytes. Longer forms are valid if the number is small.
    let leading = max(0, size &- 8)
    var isSmall = true
    for offset in contents..<(contents &+ leading) where bytes[offset] != 0 { isSmall = false }
    let number = bytes.bigEndian(at: contents &+ leading, size: size &- leading)
    guard isSmall, let uid = Int(exactly: number) else {
      throw .corrupt(offset: start, reason: "a reference number beyond \(Int.max)")
    }
    return .uid(uid)
  }

  @inline(__always)
  private func references(
    low: UInt8, at start: Int
  ) throws(ArchiveError) -> (references: PropertyListReferences, end: Int) {
    let size = try size(low: low, at: start)
    let end = try end(of: size.count, times: layout.referenceSize, from: size.contents, object: start)
    return (PropertyListReferences(offset: size.contents, count: size.count), end)
  }

  /// The size, from a marker's low bits or, if these are 15, from the integer object after it; and the start of the
  /// contents.
  @inline(__always)
  private func size(low: UInt8, at start: Int) throws(ArchiveError) -> (count: Int, contents: Int) {
    if low != ObjectMarker.longSize { return (Int(low), start &+ 1) }
    return try longSize(at: start)
  }

  private func longSize(at start: Int) throws(ArchiveError) -> (count: Int, contents: Int) {
    let marker = start &+ 1
    guard marker < layout.offsetTable, bytes[marker] & 0xF0 == ObjectMarker.integer else {
      throw .corrupt(offset: marker, reason: "a size is expected here")
    }
    let (node, end) = try integer(low: bytes[marker] & 0x0F, at: marker)
    guard case .integer(let number) = node, number >= 0, let count = Int(exactly: number) else {
      throw .corrupt(offset: marker, reason: "a size that is negative or beyond \(Int.max)")
    }
    return (count, end)
  }

  /// The end of `count` items of `size` bytes, which must be among the objects.
  @inline(__always)
  private func end(
    of count: Int, times size: Int = 1, from contents: Int, object start: Int
  ) throws(ArchiveError) -> Int {
    // A division cannot overflow. `contents` is at most the offset of the table.
    guard count <= (layout.offsetTable &- contents) / size else {
      throw .corrupt(offset: start, reason: "an object of \(count) × \(size) bytes runs past the objects' end")
    }
    return contents &+ count &* size
  }

  @inline(never)
  private func unknown(_ marker: UInt8, at start: Int) -> ArchiveError {
    .corrupt(offset: start, reason: "no object begins with the byte 0x" + String(marker, radix: 16))
  }
}
