import Foundation

/// A keyed archive put together by hand: objects of a property list, any of which may name any other.
struct CraftedArchive {
  /// An index in the property list.
  typealias Index = Int
  /// A place in `$objects`.
  typealias Number = Int

  private var objects: [[UInt8]] = []
  private var strings: [String: Index] = [:]
  private var uids: [Number: Index] = [:]
  private var classes: [String: Number] = [:]
  private(set) var numbers: [Index] = []
  private static let width = 4

  init() { numbers = [string("$null")] }

  private mutating func add(_ bytes: [UInt8]) -> Index {
    objects.append(bytes)
    return objects.count - 1
  }

  private static func bigEndian(_ value: Int, _ width: Int = Self.width) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { [UInt8]($0.suffix(width)) }
  }

  private static func append(_ values: [Int], to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + values.count * Self.width)
    for value in values {
      withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).bigEndian) { bytes.append(contentsOf: $0) }
    }
  }

  private static func header(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [kind | UInt8(count)] : [kind | 15, 0x12] + bigEndian(count)
  }

  // MARK: Objects of the property list

  mutating func string(_ text: String) -> Index {
    if let known = strings[text] { return known }
    let index = add(Self.header(0x50, text.utf8.count) + Array(text.utf8))
    strings[text] = index
    return index
  }

  mutating func utf16(_ units: [UInt16]) -> Index {
    add(Self.header(0x60, units.count) + units.flatMap { Self.bigEndian(Int($0), 2) })
  }

  mutating func integer(_ value: Int) -> Index { add([0x13] + Self.bigEndian(value, 8)) }
  mutating func real(_ value: Double) -> Index {
    add([0x23] + Self.bigEndian(Int(bitPattern: UInt(value.bitPattern)), 8))
  }
  mutating func data(_ bytes: [UInt8]) -> Index { add(Self.header(0x40, bytes.count) + bytes) }
  mutating func list(_ elements: [Index]) -> Index {
    var bytes = Self.header(0xA0, elements.count)
    Self.append(elements, to: &bytes)
    return add(bytes)
  }

  mutating func dictionary(_ entries: [(key: Index, value: Index)]) -> Index {
    var bytes = Self.header(0xD0, entries.count)
    Self.append(entries.map(\.key) + entries.map(\.value), to: &bytes)
    return add(bytes)
  }

  mutating func uid(_ number: Number) -> Index {
    if let known = uids[number] { return known }
    let index = add([0x83] + Self.bigEndian(number))
    uids[number] = index
    return index
  }

  mutating func references(_ numbers: [Number]) -> Index {
    let elements = numbers.map { uid($0) }
    return list(elements)
  }

  // MARK: Objects of the archive

  /// Gives an object of the property list a number.
  mutating func number(_ index: Index) -> Number {
    numbers.append(index)
    return numbers.count - 1
  }

  /// A number for an object that is yet to come.
  mutating func reserve() -> Number { number(0) }
  mutating func set(_ number: Number, _ index: Index) { numbers[number] = index }

  mutating func classNumber(_ name: String) -> Number {
    if let known = classes[name] { return known }
    let names = list([string(name)])
    let index = dictionary([(string("$classname"), string(name)), (string("$classes"), names)])
    let number = number(index)
    classes[name] = number
    return number
  }

  mutating func instance(_ name: String, _ fields: [(String, Index)]) -> Index {
    let type = uid(classNumber(name))
    let entries = fields.map { (key: string($0.0), value: $0.1) } + [(key: string("$class"), value: type)]
    return dictionary(entries)
  }

  mutating func object(_ name: String, _ fields: [(String, Index)]) -> Number {
    let index = instance(name, fields)
    return number(index)
  }

  mutating func array(_ numbers: [Number]) -> Number {
    let list = references(numbers)
    return object("NSArray", [("NS.objects", list)])
  }

  mutating func text(_ text: String) -> Number {
    let index = string(text)
    return number(index)
  }

  // MARK: The whole

  mutating func finish(root: Number) -> Data {
    let reference = uid(root)
    return finish(top: [("root", reference)])
  }

  mutating func finish(top: [(String, Index)]) -> Data {
    let values = dictionary(top.map { (key: string($0.0), value: $0.1) })
    let all = list(numbers)
    let entries = [
      (key: string("$archiver"), value: string("NSKeyedArchiver")), (key: string("$version"), value: integer(100_000)),
      (key: string("$objects"), value: all), (key: string("$top"), value: values),
    ]
    let whole = dictionary(entries)
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    Self.append(offsets, to: &bytes)
    bytes += [0, 0, 0, 0, 0, 0, UInt8(Self.width), UInt8(Self.width)]
    for field in [objects.count, whole, table] { bytes += Self.bigEndian(field, 8) }
    return Data(bytes)
  }
}
