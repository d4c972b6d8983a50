@_spi(GeneratedCode) import ArchiveRuntime
import ArchiveInspection

/// Values that hold no others.
extension NodeCollector {
  mutating func leaf(_ leaf: PropertyListNode, _ range: Range<Int>) throws(ArchiveError) -> PageNode {
    switch leaf {
    case .null: return PageNode(kind: .null, range: range)
    case .bool(let value): return PageNode(kind: .bool, range: range, value: .plain("\(value)"))
    case .integer(let number): return PageNode(kind: .int, range: range, value: Self.number(number))
    case .wideInteger(let number): return PageNode(kind: .int, range: range, value: .text("\(number)"))
    case .real32(let bits):
      let value = Float(bitPattern: bits)
      return PageNode(kind: .real, range: range, value: value.isFinite ? .plain("\(value)") : .text("\(value)"))
    case .real64(let bits):
      let value = Double(bitPattern: bits)
      return PageNode(kind: .real, range: range, value: value.isFinite ? .plain("\(value)") : .text("\(value)"))
    case .date(let bits): return Self.date(Double(bitPattern: bits), range)
    case .data(let data): return self.data(data, range)
    case .string(let text): return try self.text(text, range)
    case .uid(let uid): return PageNode(kind: .uid, range: range, value: .plain("\(uid)"))
    case .array, .set, .dictionary: return PageNode(kind: .error, range: range, value: .text(leaf.kindName))
    }
  }

  static func number(_ number: Int64) -> PageNode.Value {
    // JavaScript's numbers are doubles.
    number.magnitude < 1 << 53 ? .plain("\(number)") : .text("\(number)")
  }

  static func date(_ seconds: Double, _ range: Range<Int>) -> PageNode {
    seconds.isFinite
      ? PageNode(kind: .date, range: range, value: .plain("\(seconds)"))
      : PageNode(kind: .value, range: range, value: .text("\(seconds) s"))
  }

  func data(_ data: Range<Int>, _ range: Range<Int>) -> PageNode {
    let start = data.lowerBound + lists[current].offset
    return PageNode(
      kind: .data, range: range, value: .plain("\(data.count)"), total: start, contents: start..<(start + data.count))
  }

  mutating func text(_ text: PropertyListText, _ range: Range<Int>) throws(ArchiveError) -> PageNode {
    let (shown, total) = cut(try view.string(text))
    textBytes += shown.utf8.count
    return PageNode(kind: .text, range: range, value: .text(shown), total: total)
  }

  /// A text of which the page has the beginning, and then the number of its characters as JavaScript counts them.
  func cut(_ text: String) -> (text: String, total: Int?) {
    let most = textBytes > limits.text ? 200 : 20_000
    guard text.utf8.count > most else { return (text, nil) }
    let shown = String(text.unicodeScalars.prefix(most))
    let total = text.utf16.count
    return shown.utf16.count == total ? (text, nil) : (shown, total)
  }
}
