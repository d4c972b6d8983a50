/// A type's keys in their final encoded form, made once and copied into every file at the cost of a memcpy.
struct EncodedKeys: Sendable {
  /// The string objects, one after another.
  let bytes: [UInt8]
  /// Where each begins within `bytes`.
  let offsets: [Int]

  var count: Int { offsets.count }

  init(_ keys: [String]) {
    var buffer = ByteBuffer(capacity: keys.count &* 24)
    offsets = keys.map { key in
      let start = buffer.count
      buffer.append(stringObject: key)
      return start
    }
    bytes = Array(buffer.bytes)
  }

  /// Whether the bytes begin with this key's object. Encodings are prefix-free: what begins with one is that one.
  @inline(__always)
  func object(_ position: Int, begins object: UnsafeRawBufferPointer) -> Bool {
    let start = offsets[position]
    let end = position &+ 1 < offsets.count ? offsets[position &+ 1] : bytes.count
    guard end &- start <= object.count else { return false }
    return bytes.withUnsafeBytes { bytes in
      UnsafeRawBufferPointer(rebasing: object[..<(end &- start)])
        .hasSameBytes(as: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
    }
  }
}

/// Keys that one writer has taken in: consecutive leaves.
struct KeyReferences: Sendable {
  let first: PropertyListWriter.Reference
  let count: Int

  /// The reference of the key at this position of the block.
  subscript(position: Int) -> PropertyListWriter.Reference {
    PropertyListWriter.Reference(raw: first.raw &+ UInt32(truncatingIfNeeded: position))
  }
}
