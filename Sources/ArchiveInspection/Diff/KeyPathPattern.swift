/// A pattern of key paths, as `--ignore` has it.
///
/// `*` stands for any text within one part of the path, `**` for any text, `?` for one character, and `[]` for any
/// subscript. A pattern fits what it names and everything inside of that. One that has neither `.` nor `[` nor `#`
/// names a key at any place, as in a `.gitignore`. A graph's table may be named without its `#`.
package struct KeyPathPattern: Sendable, Equatable {
  private enum Token: Sendable, Equatable {
    case byte(UInt8)
    case any
    case anyWithin
    case one
    /// A subscript, with whatever is in the brackets.
    case place
  }

  package let text: String
  private let tokens: [Token]
  private let isAnywhere: Bool

  /// - Returns: nil for an empty pattern.
  package init?(_ text: String, isAnywhere: Bool = true) {
    guard !text.isEmpty else { return nil }
    self.text = text
    self.isAnywhere = isAnywhere && !text.contains { $0 == "." || $0 == "[" || $0 == "#" }
    var tokens: [Token] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "*"):
        if rest.first == byte {
          rest.removeFirst()
          tokens.append(.any)
          // '**.name' fits 'name' as well.
          if rest.first == UInt8(ascii: "."), tokens.count == 1 {
            rest.removeFirst()
            tokens = []
            isFloating = true
          }
        } else {
          tokens.append(.anyWithin)
        }
      case UInt8(ascii: "?"): tokens.append(.one)
      case UInt8(ascii: "[") where rest.first == UInt8(ascii: "]"):
        rest.removeFirst()
        tokens.append(.place)
      case UInt8(ascii: "\\"): tokens.append(.byte(rest.popFirst() ?? byte))
      default: tokens.append(.byte(byte))
      }
    }
    self.tokens = tokens
  }

  /// Whether the pattern may begin behind any part of the path.
  private var isFloating = false

  /// Whether the pattern names the path, or something that the path is inside of.
  package func matches(_ path: String) -> Bool {
    var path = path
    return path.withUTF8 { matches($0) }
  }

  private func matches(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
    // The set of places in the pattern that the path so far leads to: time is the product of both lengths.
    var current = Set<Int>()
    func enter(_ place: Int, _ set: inout Set<Int>) {
      guard set.insert(place).inserted, place < tokens.count else { return }
      switch tokens[place] {
      case .any, .anyWithin: enter(place + 1, &set)
      default: break
      }
    }
    var brackets: Set<Int> = []
    enter(0, &current)
    // `#node:3` is a row, and `#17` an object, which no pattern means that has no `#`.
    func beginsTable(_ offset: Int) -> Bool {
      path[offset] == UInt8(ascii: "#") && offset + 1 < path.count
        && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(path[offset + 1])
    }
    for (offset, byte) in path.enumerated() {
      if current.contains(tokens.count), Self.isBoundary(byte) { return true }
      var next = Set<Int>()
      var open: Set<Int> = []
      for place in brackets {
        if byte == UInt8(ascii: "]") { enter(place + 1, &next) } else { open.insert(place) }
      }
      for place in current where place < tokens.count {
        switch tokens[place] {
        case .byte(let own): if own == byte { enter(place + 1, &next) }
        case .any: enter(place, &next)
        case .anyWithin: if !Self.isBoundary(byte) { enter(place, &next) }
        case .one: if !Self.isBoundary(byte) { enter(place + 1, &next) }
        case .place: if byte == UInt8(ascii: "[") { open.insert(place) }
        }
      }
      // The pattern may begin with the next part.
      if isAnywhere || isFloating, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "]"), offset + 1 < path.count {
        enter(0, &next)
      }
      if isAnywhere || isFloating || offset == 0, beginsTable(offset) { enter(0, &next) }
      (current, brackets) = (next, open)
      if current.isEmpty, brackets.isEmpty, !(isAnywhere || isFloating) { return false }
    }
    return current.contains(tokens.count)
  }

  private static func isBoundary(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "#")
      || byte == UInt8(ascii: ":")
  }
}
