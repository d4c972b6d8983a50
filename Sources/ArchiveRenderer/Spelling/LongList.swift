/// Splits long lists into functions of 100 elements. In one literal or closure, swiftc takes quadratic time: 17 s for a
/// table of 2,000 fields, 18 s for a closure of 2,000 calls.
enum LongList {
  static let mostElements = 100

  static func parts<Element>(of elements: [Element]) -> [ArraySlice<Element>] {
    stride(from: 0, to: elements.count, by: mostElements).map { start in
      elements[start..<min(start + mostElements, elements.count)]
    }
  }

  /// The source of an array with these elements.
  static func literal(_ elements: [String], of type: String) -> String {
    guard elements.count > mostElements else { return "[\(elements.joined(separator: ", "))]" }
    let parts = parts(of: elements)
    let functions = parts.enumerated().map { number, elements in
      "func part\(number + 1)() -> [\(type)] { [\(elements.joined(separator: ", "))] }; "
    }
    return "{ () -> [\(type)] in \(functions.joined())var all: [\(type)] = []; "
      + parts.indices.map { "all += part\($0 + 1)(); " }.joined() + "return all }()"
  }
}
