import Foundation

/// Texts behind pointers, and names of functions.
final class TextTable {
  /// The pointer by which a text was met first, for errors.
  struct Place {
    let table: Int
    let link: Int
    let record: Int
  }

  struct Entry {
    /// 0 for a name.
    let address: UInt
    let encoding: StringEncoding
    let name: String
    let place: Place
  }

  /// The end of another text.
  struct Part {
    let text: Int
    /// Bytes of memory in front of it.
    let offset: Int
  }

  /// The texts of one encoding by their addresses.
  private final class Addresses {
    let known = AddressTable(size: 2)
    /// The text of each of `known`'s numbers.
    let texts = RawList<UInt32>()
  }

  /// Texts of which one may be an end of another: of one encoding, and units of one alignment.
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
  /// Bytes in memory of each text without its NUL; nothing for names.
  private(set) var lengths: [Int] = []

  // Settled when everything is known.

  /// Row of each text, from 1 on.
  private(set) var rows: [UInt32] = []
  /// The numbers, from 0 on, of the texts that are no part of another, in the order of their rows.
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

  /// The number of the text at this address, from 1 on.
  func add(_ address: UInt, _ encoding: StringEncoding, _ place: Place) -> UInt32 {
    let addresses = addresses(encoding)
    let number = Int(addresses.known.add(address))
    if number > addresses.texts.count {
      entries.append(Entry(address: address, encoding: encoding, name: "", place: place))
      addresses.texts.append(UInt32(entries.count))
    }
    return addresses.texts[number - 1]
  }

  /// The number of a text that was met before; 0 for any other.
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

  /// Finds the texts that are ends of others, as a file's name is of its path.
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
        // Who looked for every end's own NUL would go through the text as often as it has ends.
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
  /// Bytes of one unit in memory.
  var unitSize: Int {
    switch self {
    case .utf8, .latin1: 1
    case .utf16: 2
    case .utf32: 4
    }
  }

  /// Bytes before the NUL.
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

  /// The text of so many bytes as UTF-8; nil when it is not valid.
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

  /// Bytes that this UTF-8 takes in this encoding; nil when it has characters that the encoding has not.
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
