/// One bit-field in an archived integer that several share. Its number is in two's complement.
package struct GroupPart: Sendable, Hashable {
  /// The field's key, behind what stands before the group's.
  package let name: String
  /// Of the lowest bit, from 0; ours, and not the compiler's.
  package let position: Int
  package let width: Int
  package let isSigned: Bool

  package var number: ElementType.Number { .integer(bits: width, isSigned: isSigned) }

  package var mask: UInt64 { (width == 64 ? .max : 1 << UInt64(width) - 1) << UInt64(position) }

  /// The field's number, extended to 64 bits by its sign.
  package func value(in word: UInt64) -> UInt64 {
    let above = UInt64(64 - width)
    let bits = (word >> UInt64(position)) << above
    return isSigned ? UInt64(bitPattern: Int64(bitPattern: bits) >> Int64(above)) : bits >> above
  }

  func found(in word: UInt64) -> FoundValue {
    let value = value(in: word)
    return isSigned || value <= UInt64(Int64.max)
      ? .integer(Int64(bitPattern: value)) : .wide(WideInteger(high: 0, low: value))
  }

  /// The key of a field in the group of another key: behind the same record's.
  package static func key(_ name: String, in group: String) -> String {
    guard let dot = group.lastIndex(of: ".") else { return name }
    return group[...dot] + name
  }

  /// The lines that follow a group's own: ` u3 priority`, ` i5@8 delta` where bits are left free before.
  ///
  /// - Parameter parts: From the lowest position on.
  package static func lines(_ parts: [GroupPart]) -> String {
    var end = 0
    var text = ""
    for part in parts {
      text += "\n \(part.number.name)\(part.position == end ? "" : "@\(part.position)") \(part.name)"
      end = part.position + part.width
    }
    return text
  }

  /// Parses such a line.
  ///
  /// - Parameters:
  ///   - end: The first bit behind the part before.
  ///   - bits: The width of the group.
  init?(parsing line: Substring.UTF8View, after end: Int, in bits: Int) {
    var line = line
    guard line.popFirst() == UInt8(ascii: " "), let number = ElementType.Number(parsing: &line),
      case .integer(let width, let isSigned) = number
    else { return nil }
    position =
      if line.first == UInt8(ascii: "@") {
        {
          line.removeFirst(); return Description.number(from: &line, atMost: 63) ?? -1
        }()
      } else {
        end
      }
    guard position >= end, width <= bits - position, line.popFirst() == UInt8(ascii: " "), !line.isEmpty
    else { return nil }
    name = String(Substring(line))
    self.width = width
    self.isSigned = isSigned
  }

  init(name: String, position: Int, width: Int, isSigned: Bool) {
    self.name = name
    self.position = position
    self.width = width
    self.isSigned = isSigned
  }
}

/// A group of bit-fields that have keys in one dictionary: the integer's type and key, and its parts.
package struct GroupDescription: Sendable, Hashable {
  package let name: String
  /// Of the integer.
  package let bits: Int
  package let parts: [GroupPart]

  /// The key, behind that of a record, of what describes its groups.
  package static let key = KeyedArchiveFormat.groupsKey

  package var text: String { "u\(bits) \(name)" + GroupPart.lines(parts) }

  /// - Returns: nil unless the whole text follows the grammar.
  package static func groups(_ text: String) -> [GroupDescription]? {
    var groups: [GroupDescription] = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if line.first == UInt8(ascii: " ") {
        guard let last = groups.popLast(), let part = last.part(parsing: line) else { return nil }
        groups.append(GroupDescription(name: last.name, bits: last.bits, parts: last.parts + [part]))
        continue
      }
      var line = line
      guard let type = ElementType.Number(parsing: &line), case .integer(let bits, isSigned: false) = type, bits <= 64,
        line.popFirst() == UInt8(ascii: " "), !line.isEmpty
      else { return nil }
      groups.append(GroupDescription(name: String(Substring(line)), bits: bits, parts: []))
    }
    return groups
  }

  private func part(parsing line: Substring.UTF8View) -> GroupPart? {
    GroupPart(parsing: line, after: parts.last.map { $0.position + $0.width } ?? 0, in: bits)
  }
}

extension ElementType {
  /// The width of an integer that can be a group's.
  package var groupBits: Int? {
    guard shape == .single, case .integer(let bits, isSigned: false) = number, bits <= 64 else { return nil }
    return bits
  }
}
