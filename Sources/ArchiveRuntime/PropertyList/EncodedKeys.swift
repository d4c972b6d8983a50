/// The keys of a type in their encoded form. They are encoded once, and copied into each file by one memcpy.
///
/// A class, because what finds keys is copied for each list, and one reference is cheaper to copy than three.
package final class EncodedKeys: Sendable {
  let keys: [String]
  /// The string objects, one after another.
  let bytes: [UInt8]
  /// The offset of each string object in `bytes`.
  let offsets: [Int]

  var count: Int { offsets.count }

  init(_ keys: [String]) {
    self.keys = keys
    var buffer = ByteBuffer(capacity: keys.count &* 24)
    offsets = keys.map { key in
      let start = buffer.count
      buffer.append(stringObject: key)
      return start
    }
    bytes = Array(buffer.bytes)
  }

  /// Whether the bytes begin with the object of this key. No encoding is a prefix of another one, so this decides.
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

/// The references to the keys of a block in one writer, which are consecutive leaves.
package struct KeyReferences: Sendable {
  let first: PropertyListWriter.Reference
  let count: Int

  /// The reference to the key at this position of the block.
  package subscript(position: Int) -> PropertyListWriter.Reference {
    PropertyListWriter.Reference(raw: first.raw &+ UInt32(truncatingIfNeeded: position))
  }
}
