import Foundation

/// Writes fields by the typed calls of an `NSCoder` that takes keys.
struct CoderSink: FieldSink {
  private let coder: NSCoder
  private var next = ""
  var prefix: String

  init(_ coder: NSCoder, prefix: String) {
    self.coder = coder
    self.prefix = prefix
  }

  var takesKeys: Bool { true }
  mutating func key(_ key: String) throws(ArchiveError) { next = prefix + key }

  func bool(_ value: Bool) { coder.encode(value, forKey: next) }
  func integer(_ value: Int64) { coder.encode(value, forKey: next) }

  /// Coders have no call for a `UInt64`. A number that does not fit an `Int64` becomes a number object, and the
  /// description gives its type to a reader that has to request a type.
  func unsigned(_ value: UInt64) {
    if let signed = Int64(exactly: value) { return integer(signed) }
    coder.encode(NSNumber(value: value), forKey: next)
    coder.encode("u64" as NSString, forKey: next + "[]")
  }

  /// Foundation on Linux does not keep the payload of a NaN, so NaNs other than the usual one are archived as data.
  func real32(bitPattern: UInt32) {
    let value = Float(bitPattern: bitPattern)
    guard value.isNaN, bitPattern != Float.nan.bitPattern else { return coder.encode(value, forKey: next) }
    bytes(of: bitPattern.littleEndian, "f32")
  }

  func real64(bitPattern: UInt64) {
    let value = Double(bitPattern: bitPattern)
    guard value.isNaN, bitPattern != Double.nan.bitPattern else { return coder.encode(value, forKey: next) }
    bytes(of: bitPattern.littleEndian, "f64")
  }

  private func bytes<Bits>(of bits: Bits, _ type: String) {
    withUnsafeBytes(of: bits) { bytes in
      bytes.withMemoryRebound(to: UInt8.self) {
        coder.encodeBytes($0.baseAddress, length: $0.count, forKey: next)
      }
    }
    coder.encode(type as NSString, forKey: next + "[]")
  }

  func text(_ bytes: UnsafeRawBufferPointer, _ encoding: TextEncoding) -> Bool {
    guard let address = bytes.baseAddress, let text = TextBytes.string(address, count: bytes.count, encoding) else {
      coder.encode("" as NSString, forKey: next)
      return bytes.isEmpty
    }
    coder.encode(NSString(string: text), forKey: next)
    return true
  }

  func description(_ text: String) { coder.encode(NSString(string: text), forKey: next) }

  func data(
    byteCount: Int, fill: (UnsafeMutableRawPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    try columns(keys: { _ in "" }, next, byteCounts: [byteCount]) { (targets) throws(ArchiveError) in
      try fill(targets[0])
    }
  }

  func columns(keys: (Int) -> String, _ data: [DataColumns]) throws(ArchiveError) {
    try columns(keys: keys, prefix, byteCounts: data.byteCounts) { (targets) throws(ArchiveError) in
      try data.fill(targets)
    }
  }

  private func columns(
    keys: (Int) -> String, _ prefix: String, byteCounts: [Int],
    fill: ([UnsafeMutableRawPointer]) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    let targets = byteCounts.map { UnsafeMutableRawPointer.allocate(byteCount: max($0, 1), alignment: 16) }
    defer { for target in targets { target.deallocate() } }
    try fill(targets)
    for index in targets.indices {
      let bytes = UnsafePointer(targets[index].assumingMemoryBound(to: UInt8.self))
      coder.encodeBytes(bytes, length: byteCounts[index], forKey: prefix + keys(index))
    }
  }
}
