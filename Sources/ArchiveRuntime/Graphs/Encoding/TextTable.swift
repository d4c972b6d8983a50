import Foundation

/// Texts behind pointers, and names of functions.
final class TextTable {
  /// The pointer by which a text was first found, for errors.
  struct Place {
    let table: Int
    let link: Int
    let record: Int
  }

  struct Entry {
    /// The address; 0 for a name.
    let address: UInt
    let encoding: StringEncoding
    let name: String
    let place: Place
  }

  /// A suffix of another text.
  struct Part {
    let text: Int
    /// The number of bytes in memory before it.
    let offset: Int
  }

  /// The texts of one encoding by their addresses.
  private final class Addresses {
    let known = AddressTable(size: 2)
    /// The text for each index of `known`.
    let texts = RawList<UInt32>()
  }

  /// Texts that may have others as suffixes: texts with the same encoding and alignment of units.
  private struct Units: Hashable {
    let encoding: StringEncoding
    let phase: Int
  }

  private let utf8 = Addresses()
  private let latin1 = Addresses()
  private let utf16 = Addresses()
  private let utf32 = Addresses()
  private var names: [ExactText: UInt32] = [:]
  private(set) var entries: [Entry] = []
  /// The size of each text in memory in bytes, without its NUL; not for names.
  private(set) var lengths: [Int] = []

  // These are computed at the end.

  /// The row of each text, from 1.
  private(set) var rows: [UInt32] = []
  /// The indices, from 0, of the texts that are not suffixes of others, in the order of their rows.
  private(set) var own: [Int] = []
  private(set) var parts: [Part] = []

  private func addresses(_ encoding: StringEncoding) -> Addresses {
    switch encoding {
    case .utf8: utf8
    case .latin1: latin1
    case .utf16: utf16
    case .utf32: utf32
    }
  }

  /// The index of the text at this address, from 1.
  func add(_ address: UInt, _ encoding: StringEncoding, _ place: Place) -> UInt32 {
    let addresses = addresses(encoding)
    let number = Int(addresses.known.add(address))
    if number > addresses.texts.count {
      entries.append(Entry(address: address, encoding: encoding, name: "", place: place))
      addresses.texts.append(UInt32(entries.count))
    }
    return addresses.texts[number - 1]
  }

  /// The index of a text that was found before; 0 for any other.
  func number(of address: UInt, _ encoding: StringEncoding) -> UInt32 {
    let addresses = addresses(encoding)
    let number = addresses.known.number(of: address)
    return number == 0 ? 0 : addresses.texts[Int(number) - 1]
  }

  func add(name: String) -> UInt32 {
    if let number = names[ExactText(name)] { return number }
    entries.append(Entry(address: 0, encoding: .utf8, name: name, place: Place(table: 0, link: 0, record: 0)))
    names[ExactText(name)] = UInt32(entries.count)
    return UInt32(entries.count)
  }

  /// Finds the texts that are suffixes of others, such as the name of a file in its path.
  func settle() {
    lengths = Array(repeating: 0, count: entries.count)
    var order = Array(entries.indices)
    order.sort { (entries[$0].address, $0) < (entries[$1].address, $1) }
    var partOf: [Int: Part] = [:]
    var last: [Units: Int] = [:]
    for index in order {
      let entry = entries[index]
      guard let address = UnsafeRawPointer(bitPattern: entry.address) else { continue }
      let units = Units(
        encoding: entry.encoding, phase: Int(truncatingIfNeeded: entry.address) & (entry.encoding.unitSize - 1))
      if let whole = last[units], case let offset = Int(entry.address - entries[whole].address),
        offset <= lengths[whole]
      {
        partOf[index] = Part(text: whole, offset: offset)
        // Searching for the NUL of every suffix would pass over the text once for each.
        lengths[index] = lengths[whole] - offset
      } else {
        lengths[index] = entry.encoding.length(address)
        last[units] = index
      }
    }
    own = entries.indices.filter { partOf[$0] == nil }
    rows = Array(repeating: 0, count: entries.count)
    for (row, index) in own.enumerated() { rows[index] = UInt32(row + 1) }
    for index in entries.indices {
      guard let part = partOf[index] else { continue }
      parts.append(part)
      rows[index] = UInt32(own.count + parts.count)
    }
  }
}

extension StringEncoding {
  /// The size of one unit in memory, in bytes.
  var unitSize: Int {
    switch self {
    case .utf8, .latin1: 1
    case .utf16: 2
    case .utf32: 4
    }
  }

  /// The number of bytes before the NUL.
  func length(_ address: UnsafeRawPointer) -> Int {
    switch self {
    case .utf8, .latin1: return strlen(address.assumingMemoryBound(to: CChar.self))
    case .utf16: return Self.length(address, UInt16.self)
    case .utf32: return Self.length(address, UInt32.self)
    }
  }

  private static func length<Unit: FixedWidthInteger & BitwiseCopyable>(_ address: UnsafeRawPointer, _: Unit.Type)
    -> Int
  {
    var next = address
    while next.loadUnaligned(as: Unit.self) != 0 { next += MemoryLayout<Unit>.size }
    return next - address
  }

  /// The text with this number of bytes as UTF-8; nil if it is not valid.
  func utf8(_ address: UnsafeRawPointer, count: Int) -> [UInt8]? {
    func units<Unit: FixedWidthInteger & BitwiseCopyable>(_: Unit.Type) -> [Unit] {
      (0..<(count / MemoryLayout<Unit>.size)).map {
        (address + $0 * MemoryLayout<Unit>.size).loadUnaligned(as: Unit.self)
      }
    }
    switch self {
    case .utf8:
      let bytes = UnsafeRawBufferPointer(start: address, count: count)
      return TextBytes.isValid(bytes, .utf8) ? Array(bytes) : nil
    case .latin1: return TextBytes.string(address, count: count, .latin1).map { Array($0.utf8) }
    case .utf16: return String(validating: units(UInt16.self), as: UTF16.self).map { Array($0.utf8) }
    case .utf32: return String(validating: units(UInt32.self), as: UTF32.self).map { Array($0.utf8) }
    }
  }

  /// The size of this UTF-8 text in this encoding; nil if the encoding cannot represent it.
  func byteCount(ofUTF8 bytes: UnsafeRawBufferPointer) -> Int? {
    let text = String(decoding: bytes, as: UTF8.self)
    switch self {
    case .utf8: return bytes.count
    case .latin1: return text.unicodeScalars.contains { $0.value > 255 } ? nil : text.unicodeScalars.count
    case .utf16: return text.utf16.count * 2
    case .utf32: return text.unicodeScalars.count * 4
    }
  }
}
