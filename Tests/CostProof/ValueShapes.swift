import ArchiveRuntime
import Foundation
import UntypedArchive

/// Every collection of every type of values, of values that are told from each other quickly and of those that are not.
enum ValueShapes {
  static var all: [Shape] {
    collections("integers", Int.self) { try $0.value(.integer(Int64($1))) }
      + collections("reals", Double.self) { try $0.value(.real64(Double($1) + 0.5)) }
      + collections("texts", String.self, isLookedInto: true) { try $0.text("some text \($1)") }
      + collections("data", Data.self) { try $0.value(.data(bytes($1, sharing: 12))) }
      + collections("dates", Date.self) { try $0.object("NSDate", [("NS.time", .real64(Double($1)))]) }
      + collections("UUIDs", UUID.self) {
        try $0.object("NSUUID", [("NS.uuidbytes", .data([UInt8](repeating: 9, count: 12) + bytes($1, sharing: 0)))])
      }
      + collections("URLs", URL.self) { builder, number in
        try builder.object("NSURL", [("NS.base", .reference(0)), ("NS.relative", .text("http://a.org/\(number)"))])
      }
      + collections("decimals", Decimal.self) { try decimal($1, of: 4, &$0) }
      + collections("cases", Kind.self, isSet: false) { try $0.text($1 % 2 == 0 ? "one" : "two") }
      + marked("structs", Piece.self) { try $0.object("Piece", [("data", .data(bytes($1, sharing: 12)))]) }
      + marked("objects", Item.self) { try $0.object("Item", [("number", .integer(Int64($1)))]) }
      + collections("data with equal hashes", Data.self, isTight: true, isLookedInto: true) {
        try $0.value(.data(bytes($1, sharing: 96)))
      }
      + collections("URLs with equal hashes", URL.self, isTight: true) { builder, number in
        let base = try builder.object(
          "NSURL", [("NS.base", .reference(0)), ("NS.relative", .text("http://a.org/\(number)/"))])
        return try builder.object("NSURL", [("NS.base", .reference(base)), ("NS.relative", .text("a"))])
      }
      + collections("decimals with equal hashes", Decimal.self, isTight: true) { try decimal($1, of: 16, &$0) }
      + marked("structs with equal hashes", Piece.self, isTight: true) {
        try $0.object("Piece", [("data", .data(bytes($1, sharing: 96)))])
      }
      + coded("structs with equal hashes", Piece.self, isTight: true) { builder, number in
        let data = try builder.value(.data(bytes(number, sharing: 96)))
        return try builder.dictionary([try builder.text("data")], [data])
      }
      + collections("numbers that equal nothing", Double.self, isTight: true) {
        try $0.value(.real64(.nan + Double($1 * 0)))
      }
      + [indices, codedIndices, locales, codedLocales]
  }

  private static func bytes(_ number: Int, sharing count: Int) -> [UInt8] {
    [UInt8](repeating: 7, count: count) + withUnsafeBytes(of: UInt32(number).littleEndian) { Array($0) }
  }

  private static func decimal(_ number: Int, of length: Int, _ builder: inout ShapeBuilder) throws -> Int {
    try builder.object(
      "NSDecimalNumber",
      [
        ("NS.exponent", .integer(0)), ("NS.length", .integer(Int64(length / 2))), ("NS.negative", .bool(false)),
        ("NS.compact", .bool(true)), ("NS.mantissa.bo", .integer(1)),
        ("NS.mantissa", .data(bytes(number, sharing: 0) + [UInt8](repeating: length > 4 ? 9 : 0, count: 12))),
      ])
  }

  typealias Element = (inout ShapeBuilder, Int) throws -> Int

  /// - Parameter isSet: whether elements differ, as those of sets do.
  private static func collections<Value: ArchivableValue & Codable & Hashable>(
    _ name: String, _ type: Value.Type, isTight: Bool = false, isSet: Bool = true, isLookedInto: Bool = false,
    _ element: @escaping Element
  ) -> [Shape] {
    marked(name, type, isTight: isTight, isSet: isSet, isLookedInto: isLookedInto, element)
      + coded(name, type, isTight: isTight, isSet: isSet, element)
  }

  private static func marked<Value: ArchivableValue & Hashable>(
    _ name: String, _ type: Value.Type, isTight: Bool = false, isSet: Bool = true, isLookedInto: Bool = false,
    _ element: @escaping Element
  ) -> [Shape] {
    let list = Shape("a list of \(name)", [.marked([Value].self), .marked([Value?].self)], isLookedInto: isLookedInto) {
      try made($0, "NSArray", element)
    }
    guard isSet else { return [list] }
    return [
      list,
      Shape("a set of \(name)", [.marked(Set<Value>.self, isTight: isTight)], isLookedInto: false) {
        try made($0, "NSSet", element)
      },
      Shape("a dictionary of \(name)", [.marked([Value: Value].self, isTight: isTight)], isLookedInto: false) {
        var builder = ShapeBuilder()
        let elements = try elements($0, &builder, element)
        return try builder.finish(try builder.dictionary(elements, elements))
      },
    ]
  }

  private static func coded<Value: Codable & Hashable>(
    _ name: String, _ type: Value.Type, isTight: Bool = false, isSet: Bool = true, _ element: @escaping Element
  ) -> [Shape] {
    let list = Shape("a Codable list of \(name)", [.codable([Value].self)], isLookedInto: false) {
      try made($0, "NSArray", element)
    }
    guard isSet else { return [list] }
    let inPairs = Shape(
      "a Codable dictionary of \(name)", [.codable([Value: Int].self, isTight: isTight)], isLookedInto: false
    ) {
      var builder = ShapeBuilder()
      let value = try builder.value(.integer(1))
      return try builder.finish(try builder.list(try elements($0, &builder, element).flatMap { [$0, value] }))
    }
    let byText = Value.self == String.self || Value.self == Int.self
    return [
      list,
      Shape("a Codable set of \(name)", [.codable(Set<Value>.self, isTight: isTight)], isLookedInto: false) {
        try made($0, "NSSet", element)
      },
    ] + (byText ? [] : [inPairs])
  }

  private static func elements(_ count: Int, _ builder: inout ShapeBuilder, _ element: Element) throws -> [Int] {
    var elements: [Int] = []
    for number in 0..<count { elements.append(try element(&builder, number)) }
    return elements
  }

  private static func made(_ count: Int, _ collection: String, _ element: Element) throws -> Data {
    var builder = ShapeBuilder()
    let elements = try elements(count, &builder, element)
    return try builder.finish(try builder.list(elements, as: collection))
  }

  // MARK: Values that are collections themselves

  /// Single indices, each before those that are already there.
  private static var indices: Shape {
    Shape("indices from the last on", [.marked(IndexSet.self)], isLookedInto: false) { count in
      var builder = ShapeBuilder()
      var data: [UInt8] = []
      for number in (0..<count).reversed() {
        var place = number * 2
        while place > 0x7F {
          data.append(UInt8(place & 0x7F) | 0x80)
          place >>= 7
        }
        data += [UInt8(place), 1]
      }
      return try builder.finish(
        try builder.object(
          "NSIndexSet",
          [
            ("NSRangeCount", .integer(Int64(count))),
            ("NSRangeData", .reference(try builder.object("NSData", [("NS.data", .data(data))]))),
          ]))
    }
  }

  private static var codedIndices: Shape {
    Shape("Codable indices from the last on", [.codable(IndexSet.self, isTight: true)], isLookedInto: false) {
      count in
      var builder = ShapeBuilder()
      let keys = [try builder.text("location"), try builder.text("length")]
      let one = try builder.value(.integer(1))
      let ranges = try (0..<count).reversed().map {
        try builder.dictionary(keys, [try builder.value(.integer(Int64($0 * 2))), one])
      }
      let list = try builder.list(ranges)
      return try builder.finish(try builder.dictionary([try builder.text("indexes")], [list]))
    }
  }

  private static var locales: Shape {
    Shape("made-up locales", [.marked([Locale].self)], isLookedInto: false) { count in
      var builder = ShapeBuilder()
      let locales = try (0..<count).map { try builder.object("NSLocale", [("NS.identifier", .text("made up \($0)"))]) }
      return try builder.finish(try builder.list(locales))
    }
  }

  private static var codedLocales: Shape {
    Shape("Codable made-up locales", [.codable([Locale].self)], isLookedInto: false) { count in
      var builder = ShapeBuilder()
      let key = try builder.text("identifier")
      let locales = try (0..<count).map { try builder.dictionary([key], [try builder.text("made up \($0)")]) }
      return try builder.finish(try builder.list(locales))
    }
  }
}
