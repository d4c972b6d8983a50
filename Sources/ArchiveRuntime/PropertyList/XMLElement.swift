/// The elements of Apple's property list DTD (PropertyList-1.0.dtd).
enum XMLElement: String, CaseIterable {
  case plist, dict, key, array, string, integer, real, `true`, `false`, data, date

  /// The names, which have at most seven bytes, each packed into a number.
  private static let packed: [UInt64: XMLElement] = Dictionary(
    allCases.map { (pack($0.rawValue.utf8), $0) }, uniquingKeysWith: { first, _ in first })

  /// - Returns: nil for any other name.
  init?(name: UnsafeRawBufferPointer) {
    guard name.count <= 7, let element = Self.packed[Self.pack(name)] else { return nil }
    self = element
  }

  private static func pack(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var number: UInt64 = 0
    for byte in bytes { number = number << 8 | UInt64(byte) }
    return number
  }
}

/// A tag with its location in the file.
struct XMLTag {
  enum Form { case opening, closing, empty }
  let element: XMLElement
  let form: Form
  let offset: Int
}
