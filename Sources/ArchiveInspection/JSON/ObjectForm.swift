import ArchiveRuntime

/// How an object of a binary list is encoded where the format has several ways, and the writer did not take the shortest.
package struct ObjectForm: Equatable, Sendable {
  /// The size in bytes of an integer or a UID.
  private var size: Int?
  /// The size in bytes of the count that follows the marker.
  private var countSize: Int?
  /// Whether ASCII characters are stored as UTF-16.
  private var isUTF16 = false

  /// - Returns: nil for the shortest form.
  package init?(of bytes: UnsafeRawBufferPointer, uidSize: Int) {
    guard let marker = bytes.first else { return nil }
    let low = Int(marker & 0x0F)
    switch marker & 0xF0 {
    case ObjectMarker.integer:
      let own = 1 << low
      guard own <= 16, own < bytes.count, own != Self.integerSize(bytes[1...].prefix(own)) else { return nil }
      size = own
    case ObjectMarker.uid:
      let own = low + 1
      let shortest = Self.unsignedSize(bytes[1...].prefix(own))
      guard own != max(uidSize, shortest) else { return nil }
      size = own
    case ObjectMarker.data, ObjectMarker.asciiString, ObjectMarker.utf16String, ObjectMarker.array, ObjectMarker.set,
      ObjectMarker.dictionary:
      var begin = 1
      var count = low
      if marker & 0x0F == ObjectMarker.longSize, bytes.count > 1 {
        let width = 1 << Int(bytes[1] & 0x0F)
        guard width <= 16, bytes.count >= 2 + width else { return nil }
        count = bytes[2..<(2 + width)].reduce(0) { $0 &<< 8 | Int($1) }
        begin = 2 + width
        if count < Int(ObjectMarker.longSize) || width != Self.unsignedSize(bytes[2..<(2 + width)]) {
          countSize = width
        }
      }
      if marker & 0xF0 == ObjectMarker.utf16String, count > 0, begin + 2 * count <= bytes.count {
        isUTF16 = stride(from: begin, to: begin + 2 * count, by: 2).allSatisfy {
          bytes[$0] == 0 && bytes[$0 + 1] < 0x80
        }
      } else if marker & 0xF0 == ObjectMarker.utf16String, count == 0 {
        isUTF16 = true
      }
      if countSize == nil, !isUTF16 { return nil }
    default: return nil
    }
  }

  /// The least of 1, 2, 4 and 8 bytes that hold an unsigned number.
  private static func unsignedSize(_ bytes: some BidirectionalCollection<UInt8>) -> Int {
    let used = bytes.drop { $0 == 0 }.count
    return [1, 2, 4, 8, 16].first { $0 >= used } ?? used
  }

  /// The size in which an integer is written, which has a sign in 8 bytes and more.
  private static func integerSize(_ bytes: some BidirectionalCollection<UInt8>) -> Int {
    let isNegative = bytes.count >= 8 && bytes.first.map { $0 >= 0x80 } ?? false
    guard isNegative else {
      let size = unsignedSize(bytes)
      // Above the greatest signed number of 8 bytes.
      return size == 8 && bytes.count == 16 && bytes.suffix(8).first.map { $0 >= 0x80 } ?? false ? 16 : size
    }
    if bytes.count == 16 {
      let isSmall = bytes.prefix(8).allSatisfy { $0 == 0xFF } && bytes.suffix(8).first.map { $0 >= 0x80 } ?? false
      return isSmall ? 8 : 16
    }
    return 8
  }

  // MARK: Text

  /// `4`, `c2`, `w`, `wc2`.
  package var text: String {
    size.map { "\($0)" } ?? (isUTF16 ? "w" : "") + (countSize.map { "c\($0)" } ?? "")
  }

  package init?(_ text: String) {
    var rest = Substring(text)
    if let size = Int(text) {
      guard 1...16 ~= size else { return nil }
      self.size = size
      return
    }
    if rest.first == "w" {
      isUTF16 = true
      rest = rest.dropFirst()
    }
    if rest.first == "c" {
      guard let size = Int(rest.dropFirst()), [1, 2, 4, 8, 16].contains(size) else { return nil }
      countSize = size
      rest = ""
    }
    guard rest.isEmpty, self != Self.shortest else { return nil }
  }

  private init() {}
  private static let shortest = ObjectForm()

  // MARK: Encoding

  /// The shortest encoding of a leaf in this form; nil if it has no room for the value.
  package func applied(to bytes: [UInt8]) -> [UInt8]? {
    guard let marker = bytes.first else { return nil }
    if let size {
      let own = bytes.dropFirst()
      let isInteger = marker & 0xF0 == ObjectMarker.integer
      guard isInteger || marker & 0xF0 == ObjectMarker.uid, !isInteger || size.nonzeroBitCount == 1 else { return nil }
      let isNegative = isInteger && own.count >= 8 && own.first.map { $0 >= 0x80 } ?? false
      let filler: UInt8 = isNegative ? 0xFF : 0
      let digits = own.drop { $0 == filler }
      guard digits.count <= size, !isNegative || size >= 8 else { return nil }
      let begin =
        isInteger ? ObjectMarker.integer | UInt8(size.trailingZeroBitCount) : ObjectMarker.uid | UInt8(size - 1)
      return [begin] + [UInt8](repeating: filler, count: size - digits.count) + digits
    }
    let kind = marker & 0xF0
    guard [ObjectMarker.data, ObjectMarker.asciiString, ObjectMarker.utf16String].contains(kind) else { return nil }
    let isLong = marker & 0x0F == ObjectMarker.longSize && bytes.count > 1
    let contents = Array(bytes[(isLong ? 2 + (1 << Int(bytes[1] & 0x0F)) : 1)...])
    if isUTF16 {
      guard kind == ObjectMarker.asciiString, let begin = self.marker(ObjectMarker.utf16String, size: contents.count)
      else { return nil }
      return begin + contents.flatMap { [0, $0] }
    }
    let size = kind == ObjectMarker.utf16String ? contents.count / 2 : contents.count
    return self.marker(kind, size: size).map { $0 + contents }
  }

  /// The marker of an object of this size, with its count; nil if the form has no room for it.
  func marker(_ marker: UInt8, size: Int) -> [UInt8]? {
    guard let countSize else {
      var buffer = ByteBuffer(capacity: 16)
      buffer.append(marker, size: size)
      return Array(buffer.bytes)
    }
    guard countSize >= 8 || size >> (countSize * 8) == 0 else { return nil }
    let digits = (0..<countSize).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: size >> ($0 * 8)) : 0 }
    return [marker | ObjectMarker.longSize, ObjectMarker.integer | UInt8(countSize.trailingZeroBitCount)] + digits
  }
}
