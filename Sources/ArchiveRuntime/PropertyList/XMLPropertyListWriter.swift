import Foundation

/// Converts a binary property list to an XML one with Apple's DTD, without recursion.
///
/// Numbers are written so that the same numbers are read back. Values that XML cannot represent are errors: control
/// characters, NaNs with a payload.
package struct XMLPropertyListWriter: ~Copyable {
  private let view: PropertyListView
  private var buffer: ByteBuffer
  private var open: [Container] = []
  private let maximumByteCount: Int

  /// A container whose elements are being written.
  private struct Container {
    let index: Int
    let keys: PropertyListReferences?
    let values: PropertyListReferences
    let isDictionary: Bool
    var next = 0
  }

  /// - Throws: `notRepresentable`; `corrupt` for a list that contains itself.
  ///
  /// - Parameter maximumByteCount: lists that refer to the same list many times are long as XML; a longer one is an error.
  package static func xml(_ binary: Data, maximumByteCount: Int = .max) throws(ArchiveError) -> Data {
    let list = try PropertyList(binary)
    return try list.read { (view) throws(ArchiveError) in
      let writer = XMLPropertyListWriter(view, capacity: binary.count &* 3, maximumByteCount: maximumByteCount)
      return try writer.write()
    }
  }

  private init(_ view: PropertyListView, capacity: Int, maximumByteCount: Int) {
    self.view = view
    self.maximumByteCount = maximumByteCount
    buffer = ByteBuffer(capacity: capacity)
  }

  private consuming func write() throws(ArchiveError) -> Data {
    text(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """)
    try object(view.top)
    while let last = open.indices.last {
      let container = open[last]
      guard container.next < container.values.count else {
        open.removeLast()
        indent()
        text(container.isDictionary ? "</dict>\n" : "</array>\n")
        continue
      }
      open[last].next += 1
      guard buffer.count <= maximumByteCount else {
        throw .limitExceeded(limit: "bytes of XML", value: buffer.count, maximum: maximumByteCount)
      }
      if let keys = container.keys {
        guard case .string(let key) = try view.node(try view.reference(container.next, in: keys)) else {
          throw .corrupt(offset: keys.offset, reason: "a dictionary's key that is not a string")
        }
        indent()
        try element("key", key)
      }
      try object(try view.reference(container.next, in: container.values))
    }
    text("</plist>\n")
    guard !buffer.isExhausted else {
      throw .limitExceeded(limit: "available memory", value: .max, maximum: buffer.count)
    }
    return buffer.takeData()
  }

  private mutating func object(_ index: Int) throws(ArchiveError) {
    indent()
    switch try view.node(index) {
    case .null: throw .notRepresentable(value: "A null element", form: "an XML property list")
    case .bool(let value): text(value ? "<true/>\n" : "<false/>\n")
    case .integer(let value): text("<integer>\(value)</integer>\n")
    case .wideInteger(let value): text("<integer>\(value)</integer>\n")
    case .real32(let bits): try real(Double(Float(bitPattern: bits)), isPlainNaN: bits == Float.nan.bitPattern)
    case .real64(let bits): try real(Double(bitPattern: bits), isPlainNaN: bits == Double.nan.bitPattern)
    case .date(let bits):
      guard let date = XMLDate.text(Double(bitPattern: bits)) else {
        throw .notRepresentable(value: "A date with fractions of a second", form: "an XML property list")
      }
      text("<date>\(date)</date>\n")
    case .data(let range):
      text("<data>")
      text(Data(try view.contents(range)).base64EncodedString())
      text("</data>\n")
    case .string(let value): try element("string", value)
    case .uid(let number):
      // This is CoreFoundation's form of references.
      text("<dict>\n")
      indent(1)
      text("<key>CF$UID</key>\n")
      indent(1)
      text("<integer>\(number)</integer>\n")
      indent()
      text("</dict>\n")
    case .array(let elements), .set(let elements):
      text("<array>\n")
      try enter(Container(index: index, keys: nil, values: elements, isDictionary: false))
    case .dictionary(let dictionary):
      text("<dict>\n")
      try enter(Container(index: index, keys: dictionary.keys, values: dictionary.values, isDictionary: true))
    }
  }

  private mutating func enter(_ container: Container) throws(ArchiveError) {
    guard open.count < PropertyListLimits().maximumXMLNesting else {
      throw .limitExceeded(
        limit: "maximumNesting", value: open.count + 1, maximum: PropertyListLimits().maximumXMLNesting)
    }
    guard !open.contains(where: { $0.index == container.index }) else {
      throw .corrupt(offset: container.values.offset, reason: "a container that contains itself")
    }
    open.append(container)
  }

  private mutating func real(_ value: Double, isPlainNaN: Bool) throws(ArchiveError) {
    guard !value.isNaN || isPlainNaN else {
      throw .notRepresentable(value: "A NaN with a payload", form: "an XML property list")
    }
    let digits = value.isNaN ? "nan" : value == .infinity ? "+infinity" : value == -.infinity ? "-infinity" : "\(value)"
    text("<real>\(digits)</real>\n")
  }

  private mutating func element(_ name: String, _ value: PropertyListText) throws(ArchiveError) {
    text("<\(name)>")
    for scalar in try view.string(value).unicodeScalars {
      switch scalar {
      case "&": text("&amp;")
      case "<": text("&lt;")
      case ">": text("&gt;")
      // Readers convert a bare carriage return to a line feed.
      case "\r": text("&#13;")
      case "\t", "\n": buffer.append(UInt8(scalar.value))
      default:
        // According to XML 1.0, section 2.2, these are not characters, not even as references.
        guard scalar.value >= 0x20, scalar.value != 0xFFFE, scalar.value != 0xFFFF else {
          throw .notRepresentable(
            value: "The character U+" + String(scalar.value, radix: 16, uppercase: true), form: "an XML property list")
        }
        if scalar.isASCII { buffer.append(UInt8(scalar.value)) } else { text(String(scalar)) }
      }
    }
    text("</\(name)>\n")
  }

  private mutating func indent(_ more: Int = 0) {
    for _ in 0..<(open.count + more) { buffer.append(UInt8(ascii: "\t")) }
  }

  private mutating func text(_ text: String) {
    var text = text
    text.withUTF8 { buffer.append(UnsafeRawBufferPointer($0)) }
  }
}
