import Foundation

/// Points, sizes and rectangles: text under a key, as `encodePoint:forKey:` writes them, and an NSValue in collections.
protocol GeometricValue: ArchivableValue {
  /// NSValue's number for the type, and its key.
  static var special: (kind: Int, key: String) { get }
  static var componentCount: Int { get }
  init(components: [Double])
  var components: [Double] { get }
  /// The form of the text, with `#` for each component.
  static var pattern: String { get }
  /// `{x, y}` or `{{x, y}, {width, height}}`.
  var geometryText: String { get }
}

extension GeometricValue {
  public func archive(in encoder: ObjectEncoder, forKey key: String) throws {
    try checkComponents()
    try geometryText.archive(in: encoder, forKey: key)
  }

  /// - Throws: `notArchivableValue` for a component that its text does not determine, such as a NaN with a payload.
  private func checkComponents() throws {
    guard let read = GeometryText.components(geometryText, as: Self.self),
      zip(read, components).allSatisfy({ $0.bitPattern == $1.bitPattern })
    else {
      throw ArchiveError.notArchivableValue(
        path: "", value: geometryText, reason: "its text does not tell the bits of a NaN")
    }
  }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    try checkComponents()
    let text = try geometryText.archived(in: encoder)
    let fields = [
      (key: Self.special.key, value: encoder.sink.writer.uid(text.number)),
      (key: "NS.special", value: encoder.sink.writer.integer(Int64(Self.special.kind))),
    ]
    return ArchivedReference(number: encoder.object(.value, fields))
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Self {
    guard case .dictionary = try decoder.node(reference) else {
      let text = try String.unarchived(reference, from: decoder)
      return try parse(text) { decoder.path(toReference: reference.number) }
    }
    return try decoder.value(reference.number, as: Self.self) {
      try decoder.checkClass(reference.number, .value)
      return try decoder.within(reference.number) {
        try parse(try decoder.decode(String.self, forKey: special.key)) { decoder.path(special.key) }
      }
    }
  }

  private static func parse(_ text: String, path: () -> String) throws -> Self {
    guard let components = GeometryText.components(text, as: Self.self) else {
      throw ArchiveError.invalidText(
        path: path(), reason: "'\(PathSearch.excerpt(text))' is not \(componentCount) numbers")
    }
    return Self(components: components)
  }
}

extension CGPoint: ArchivableValue, GeometricValue {
  static var special: (kind: Int, key: String) { (1, "NS.pointval") }
  static var componentCount: Int { 2 }
  init(components: [Double]) { self.init(x: components[0], y: components[1]) }
  var components: [Double] { [x, y] }
  static var pattern: String { "{#,#}" }
  var geometryText: String { "{\(x), \(y)}" }
}

extension CGSize: ArchivableValue, GeometricValue {
  static var special: (kind: Int, key: String) { (2, "NS.sizeval") }
  static var componentCount: Int { 2 }
  init(components: [Double]) { self.init(width: components[0], height: components[1]) }
  var components: [Double] { [width, height] }
  static var pattern: String { "{#,#}" }
  var geometryText: String { "{\(width), \(height)}" }
}

extension CGRect: ArchivableValue, GeometricValue {
  static var special: (kind: Int, key: String) { (3, "NS.rectval") }
  static var componentCount: Int { 4 }
  init(components: [Double]) {
    self.init(x: components[0], y: components[1], width: components[2], height: components[3])
  }
  var components: [Double] { [origin.x, origin.y, size.width, size.height] }
  static var pattern: String { "{{#,#},{#,#}}" }
  var geometryText: String { "{\(origin.geometryText), \(size.geometryText)}" }
}

/// The textual form of points, sizes and rectangles.
private enum GeometryText {
  /// The components; nil if the text does not have the value's form, or has a number that `Double` cannot represent.
  static func components<Value: GeometricValue>(_ text: String, as type: Value.Type) -> [Double]? {
    var rest = Substring(text).utf8
    var components: [Double] = []
    func skipSpaces() { while rest.first == UInt8(ascii: " ") { rest.removeFirst() } }
    for expected in type.pattern.utf8 {
      skipSpaces()
      if expected == UInt8(ascii: "#") {
        let digits = rest.prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "}") && $0 != UInt8(ascii: " ") }
        guard let number = number(Substring(digits)) else { return nil }
        components.append(number)
        rest = rest.dropFirst(digits.count)
      } else {
        guard rest.popFirst() == expected else { return nil }
      }
    }
    skipSpaces()
    return rest.isEmpty ? components : nil
  }

  /// A decimal number in Foundation's form. `Double` itself would accept "0x10" as 16 and "1e400" as infinity.
  private static func number(_ text: Substring) -> Double? {
    let unsigned = text.first == "-" || text.first == "+" ? text.dropFirst() : text
    guard let value = Double(text) else { return nil }
    switch unsigned.lowercased() {
    case "inf", "infinity", "nan": return value
    default:
      let isDecimal = unsigned.utf8.allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || ".eE+-".utf8.contains($0)
      }
      return isDecimal && value.isFinite ? value : nil
    }
  }
}

extension CGFloat: ArchivableValue {
  public func archive(in encoder: ObjectEncoder, forKey key: String) throws {
    try Double(self).archive(in: encoder, forKey: key)
  }
  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference { try Double(self).archived(in: encoder) }
  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> CGFloat {
    CGFloat(try Double.unarchived(from: decoder, forKey: key))
  }
  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> CGFloat {
    CGFloat(try Double.unarchived(reference, from: decoder))
  }
}

extension NSRange: ArchivableValue, FoundationValue {
  static var foundationClass: FoundationClass { .value }

  func foundationFields(_ encoder: ObjectEncoder) throws -> [(key: String, value: PropertyListWriter.Reference)] {
    let (location, length) = (try location.archived(in: encoder), try length.archived(in: encoder))
    return [
      ("NS.rangeval.length", encoder.sink.writer.uid(length.number)),
      ("NS.rangeval.location", encoder.sink.writer.uid(location.number)),
      ("NS.special", encoder.sink.writer.integer(4)),
    ]
  }

  static func made(from decoder: ObjectDecoder) throws -> NSRange {
    NSRange(
      location: try decoder.decode(Int.self, forKey: "NS.rangeval.location"),
      length: try decoder.decode(Int.self, forKey: "NS.rangeval.length"))
  }
}

extension IndexSet: ArchivableValue, FoundationValue {
  static var foundationClass: FoundationClass { .indexSet }

  /// A single range is archived as two numbers, several as pairs of variable-length integers.
  func foundationFields(_ encoder: ObjectEncoder) throws -> [(key: String, value: PropertyListWriter.Reference)] {
    let ranges = Array(rangeView)
    var fields = [(key: "NSRangeCount", value: encoder.sink.writer.integer(Int64(ranges.count)))]
    if ranges.count == 1 {
      fields.append(("NSLength", encoder.sink.writer.integer(Int64(ranges[0].count))))
      fields.append(("NSLocation", encoder.sink.writer.integer(Int64(ranges[0].lowerBound))))
    } else if ranges.count > 1 {
      var bytes = Data()
      for range in ranges {
        VariableLengthInteger.append(range.lowerBound, to: &bytes)
        VariableLengthInteger.append(range.count, to: &bytes)
      }
      fields.append(("NSRangeData", encoder.sink.writer.uid(try bytes.archived(in: encoder).number)))
    }
    return fields
  }

  static func made(from decoder: ObjectDecoder) throws -> IndexSet {
    let count = try decoder.decode(Int.self, forKey: "NSRangeCount")
    guard count >= 0 else {
      throw ArchiveError.outOfRange(path: decoder.path("NSRangeCount"), value: "\(count)", type: "IndexSet")
    }
    var set = IndexSet()
    var ranges: [Range<Int>] = []
    func insert(_ location: Int, _ length: Int) throws {
      let (end, overflow) = location.addingReportingOverflow(length)
      // The last index is Int.max - 1, because Int.max represents none.
      guard location >= 0, length > 0, !overflow else {
        throw ArchiveError.outOfRange(
          path: decoder.path("NSRangeData"), value: "\(location) + \(length)", type: "IndexSet")
      }
      ranges.append(location..<end)
    }
    if count == 1 {
      try insert(try decoder.decode(Int.self, forKey: "NSLocation"), try decoder.decode(Int.self, forKey: "NSLength"))
    } else if count > 1 {
      let data = try decoder.decode(Data.self, forKey: "NSRangeData")
      // Sets may share a list of ranges, in which each range takes two bytes.
      try decoder.archive.charge(data.count &* 16)
      var bytes = ArraySlice(data)
      for _ in 0..<count {
        guard let location = VariableLengthInteger.next(&bytes), let length = VariableLengthInteger.next(&bytes) else {
          throw ArchiveError.wrongCount(
            path: decoder.path("NSRangeData"), count: "NSRangeCount", value: "\(count)", reason: "there are fewer")
        }
        try insert(location, length)
      }
      guard bytes.isEmpty else {
        throw ArchiveError.wrongCount(
          path: decoder.path("NSRangeData"), count: "NSRangeCount", value: "\(count)", reason: "there are more")
      }
    }
    // Inserting a range before others would move them all.
    ranges.sort { $0.lowerBound < $1.lowerBound }
    // Foundation merges overlapping ranges, so one of two would be lost.
    for (range, next) in zip(ranges, ranges.dropFirst()) where next.lowerBound < range.upperBound {
      throw ArchiveError.duplicateKey(path: decoder.path("NSRangeData") + "[\(next.lowerBound)]")
    }
    for range in ranges { set.insert(integersIn: range) }
    return set
  }
}

/// Seven bits per byte, least significant first; the high bit means that more bytes follow.
enum VariableLengthInteger {
  static func append(_ value: Int, to bytes: inout Data) {
    var rest = UInt(bitPattern: value)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  static func next(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    var value: UInt = 0
    for shift in stride(from: 0, to: 63, by: 7) {
      guard let byte = bytes.popFirst() else { return nil }
      value |= UInt(byte & 0x7F) << UInt(shift)
      if byte < 0x80 { return Int(exactly: value) }
    }
    return nil
  }
}
