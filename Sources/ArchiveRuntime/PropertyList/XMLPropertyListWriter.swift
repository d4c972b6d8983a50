import Foundation

/// Converts a binary property list to an XML one with Apple's DTD, without recursion.
///
/// Numbers are written so that the same numbers are read back. Values that XML cannot represent are errors: control
/// characters, NaNs with a payload.
package struct XMLPropertyListWriter: ~Copyable {
  private let binary: Data
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
      let writer = XMLPropertyListWriter(binary, view, capacity: binary.count &* 3, maximumByteCount: maximumByteCount)
      return try writer.write()
    }
  }

  private init(_ binary: Data, _ view: PropertyListView, capacity: Int, maximumByteCount: Int) {
    (self.binary, self.view) = (binary, view)
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
    case .null: throw notRepresentable("A null element")
    case .bool(let value): text(value ? "<true/>\n" : "<false/>\n")
    case .integer(let value): text("<integer>\(value)</integer>\n")
    case .wideInteger(let value): text("<integer>\(value)</integer>\n")
    case .real32(let bits): try real(Double(Float(bitPattern: bits)), isPlainNaN: bits == Float.nan.bitPattern)
    case .real64(let bits): try real(Double(bitPattern: bits), isPlainNaN: bits == Double.nan.bitPattern)
    case .date(let bits):
      guard let date = XMLDate.text(Double(bitPattern: bits)) else {
        throw notRepresentable("A date with fractions of a second")
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
      throw notRepresentable("A NaN with a payload")
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
          let digits = String(scalar.value, radix: 16, uppercase: true)
          throw notRepresentable("The character U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits)
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

  // MARK: Errors

  private func notRepresentable(_ value: String) -> ArchiveError {
    .notRepresentable(path: path() ?? "", value: value, form: "an XML property list")
  }

  /// The key path of the value that is being written; nil outside the contents of a keyed archive.
  private func path() -> String? {
    var steps: [String] = []
    for container in open { steps.append(step(container)) }
    if steps.first == KeyedArchiveFormat.Word.top.text { return steps.dropFirst().joined(separator: ".") }
    guard steps.first == KeyedArchiveFormat.Word.objects.text, open.count > 1,
      let archive = try? ParsedArchive(binary, limits: ArchiveDecoder.Limits())
    else { return nil }
    let number = open[1].next - 1
    let object = try? DecodingSession.read(archive, ShapeTable(), nil) { $0.path(to: number) }
    return ([object ?? "$objects[\(number)]"] + steps.dropFirst(2)).joined(separator: ".")
  }

  /// The key, or the index, of the current element of a container.
  private func step(_ container: Container) -> String {
    let place = container.next - 1
    guard let keys = container.keys, let key = try? view.reference(place, in: keys),
      case .string(let text)? = try? view.node(key), let text = try? view.string(text)
    else { return "\(place)" }
    return text
  }
}
