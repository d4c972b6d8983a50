import Foundation

/// A parsed binary property list that can be changed and written again: an independent implementation of the format.
struct GrownList {
  enum Object {
    /// The unchanged bytes of a number, a date or a boolean.
    case leaf([UInt8])
    case text([UInt16])
    case data([UInt8])
    case uid(Int)
    case list([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  var objects: [Object] = []
  private let top: Int

  init?(_ bytes: [UInt8]) {
    guard bytes.count > 40, bytes.starts(with: Array("bplist00".utf8)) else { return nil }
    func number(_ offset: Int, _ size: Int) -> Int? {
      guard 1...8 ~= size, offset >= 0, offset + size <= bytes.count else { return nil }
      let value = bytes[offset..<(offset + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return value < 1 << 32 ? Int(value) : nil
    }
    let trailer = bytes.count - 32
    let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard let count = number(trailer + 8, 8), let top = number(trailer + 16, 8), let table = number(trailer + 24, 8),
      count > 0, count < 1 << 20, top < count
    else { return nil }
    self.top = top
    for index in 0..<count {
      guard let offset = number(table + index * offsetSize, offsetSize), offset < trailer else { return nil }
      let (kind, low) = (bytes[offset] >> 4, Int(bytes[offset] & 15))
      var (size, contents) = (low, offset + 1)
      if low == 15, kind >= 4, kind != 8 {
        guard contents < bytes.count, bytes[contents] >> 4 == 1 else { return nil }
        let width = 1 << Int(bytes[contents] & 15)
        guard let long = number(contents + 1, width) else { return nil }
        (size, contents) = (long, contents + 1 + width)
      }
      func references(_ first: Int, _ count: Int) -> [Int]? {
        guard count <= bytes.count else { return nil }
        var found: [Int] = []
        for position in 0..<count {
          guard let reference = number(contents + (first + position) * referenceSize, referenceSize) else { return nil }
          found.append(reference)
        }
        return found
      }
      func slice(_ count: Int) -> ArraySlice<UInt8>? {
        contents + count <= trailer ? bytes[contents..<(contents + count)] : nil
      }
      switch kind {
      case 4:
        guard let slice = slice(size) else { return nil }
        objects.append(.data(Array(slice)))
      case 5:
        guard let slice = slice(size) else { return nil }
        objects.append(.text(slice.map(UInt16.init)))
      case 6:
        guard let slice = slice(size * 2) else { return nil }
        let units = Array(slice)
        objects.append(.text((0..<size).map { UInt16(units[$0 * 2]) << 8 | UInt16(units[$0 * 2 + 1]) }))
      case 8:
        guard let number = number(contents, low + 1) else { return nil }
        objects.append(.uid(number))
      case 10:
        guard let elements = references(0, size) else { return nil }
        objects.append(.list(elements))
      case 13:
        guard let keys = references(0, size), let values = references(size, size) else { return nil }
        objects.append(.dictionary(keys: keys, values: values))
      default:
        let width = kind == 1 || kind == 2 ? 1 << min(low, 4) : kind == 3 ? 8 : 0
        guard let slice = slice(width) else { return nil }
        objects.append(.leaf([bytes[offset]] + slice))
      }
    }
  }

  // MARK: Parts

  mutating func add(_ object: Object) -> Int {
    objects.append(object)
    return objects.count - 1
  }

  mutating func add(_ text: String) -> Int { add(.text(Array(text.utf16))) }

  /// The index of the list `$objects`.
  var archived: Int? {
    guard case .dictionary(let keys, let values) = objects[top] else { return nil }
    for (key, value) in zip(keys, values) where isText(key, "$objects") {
      if value < objects.count, case .list = objects[value] { return value }
    }
    return nil
  }

  func isText(_ index: Int, _ text: String) -> Bool {
    guard index < objects.count, case .text(let units) = objects[index] else { return false }
    return units.elementsEqual(text.utf16)
  }

  /// The UID of an object, which is added to `$objects`.
  mutating func number(of index: Int) -> Int {
    guard let archived, case .list(var all) = objects[archived] else { return 0 }
    all.append(index)
    objects[archived] = .list(all)
    return all.count - 1
  }

  /// The indices of certain objects.
  func indices(_ isWanted: (Object) -> Bool) -> [Int] { objects.indices.filter { isWanted(objects[$0]) } }

  // MARK: Writing

  func bytes() -> [UInt8] {
    func bigEndian(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let width = objects.count < 256 ? 1 : objects.count < 65_536 ? 2 : 3
    func header(_ kind: UInt8, _ count: Int) -> [UInt8] {
      count < 15 ? [kind | UInt8(count)] : [kind | 15, 0x12] + bigEndian(count, 4)
    }
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    func append(_ references: [Int]) {
      for reference in references { bytes += bigEndian(reference, width) }
    }
    for object in objects {
      offsets.append(bytes.count)
      switch object {
      case .leaf(let leaf): bytes += leaf
      case .data(let data): bytes += header(0x40, data.count) + data
      case .text(let units):
        if units.allSatisfy({ $0 < 0x80 }) {
          bytes += header(0x50, units.count) + units.map { UInt8($0) }
        } else {
          bytes += header(0x60, units.count)
          for unit in units { bytes += [UInt8(unit >> 8), UInt8(unit & 255)] }
        }
      case .uid(let number): bytes += [0x83] + bigEndian(number, 4)
      case .list(let elements):
        bytes += header(0xA0, elements.count)
        append(elements)
      case .dictionary(let keys, let values):
        bytes += header(0xD0, keys.count)
        append(keys)
        append(values)
      }
    }
    let table = bytes.count
    for offset in offsets { bytes += bigEndian(offset, 4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, UInt8(width)]
    for field in [objects.count, top, table] { bytes += bigEndian(field, 8) }
    return bytes
  }
}
