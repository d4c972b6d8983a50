extension OpenArchive {
  /// The key path by which an object is reached first from the archive's top: looked for when there is an error to
  /// report, so that reading need not keep account of it.
  func path(to number: Int) -> String {
    (try? search.path(to: number, in: self)) ?? "$objects[\(number)]"
  }
}

/// A walk over the archive that goes on where it ended for the last error, so that any number of errors costs one.
final class PathSearch {
  private var origins: [Int: (from: Int, step: Step)] = [:]
  private var queue: [Int] = []
  private var next = 0
  private var hasBegun = false
  /// Objects may have one list in common; the first stands for all.
  private var visitedLists: Set<Int> = []

  private enum Step {
    case key(String)
    case element(Int)

    var text: String {
      switch self {
      case .key(let key): key
      case .element(let place): "[\(place)]"
      }
    }
  }

  func path(to wanted: Int, in archive: OpenArchive) throws -> String? {
    if !hasBegun {
      hasBegun = true
      try visitFields(of: archive.top, archive) { key, node in visit(node, from: 0, .key(key)) }
    }
    while next < queue.count, origins[wanted] == nil {
      let number = queue[next]
      next += 1
      guard case .dictionary(let dictionary) = try archive.object(number) else { continue }
      try visitFields(of: dictionary, archive) { key, node in
        guard case .array(let list) = node else { return visit(node, from: number, .key("." + key)) }
        guard visitedLists.insert(list.offset).inserted else { return }
        for place in 0..<list.count { visit(try archive.element(place, of: list), from: number, .element(place)) }
      }
    }
    guard origins[wanted] != nil else { return nil }
    var steps: [String] = []
    var number = wanted
    // A million steps back are no path that anyone reads.
    while number != 0, let origin = origins[number], steps.count < 40 {
      steps.append(origin.step.text)
      number = origin.from
    }
    return (number == 0 ? "" : "…") + steps.reversed().joined()
  }

  /// As much of a key or text as an error shows: one text may be in many errors.
  static func excerpt(_ text: String) -> String { text.utf8.count <= 255 ? text : String(text.prefix(100)) + "…" }

  private func visit(_ node: PropertyListNode, from: Int, _ step: Step) {
    guard case .uid(let number) = node, number != 0, origins[number] == nil else { return }
    origins[number] = (from, step)
    queue.append(number)
  }

  private func visitFields(
    of dictionary: PropertyListDictionary, _ archive: OpenArchive, _ body: (String, PropertyListNode) throws -> Void
  ) throws {
    let shape = try archive.shape(of: dictionary)
    for (position, key) in shape.keys.enumerated() {
      guard let key = KeyedArchive.unmangled(key.text).map(Self.excerpt) else { continue }
      try body(key, try archive.node(position, of: dictionary))
    }
  }
}
