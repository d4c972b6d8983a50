extension DecodingSession {
  /// The key path by which an object is reached first from the archive's top: looked for when there is an error to
  /// report, so that reading need not keep account of it.
  func path(to number: Int) -> String {
    (try? search.path(to: number, in: self)) ?? "$objects[\(number)]"
  }

  /// The last part of the path to a collection's element: its place, or a dictionary's key if that is text.
  func step(_ place: Int, in number: Int) -> String {
    (try? key(place, in: number)).map(PathSearch.subscript) ?? "[\(place)]"
  }

  private func key(_ place: Int, in number: Int) throws -> String? {
    guard case .dictionary(let dictionary) = try object(number),
      let position = try shape(of: dictionary).position(of: CollectionKey.keys, shapes.keyNames),
      case .array(let keys) = try node(position, of: dictionary), place < keys.count,
      case .uid(let key) = try element(place, of: keys), case .string(let text) = try object(key)
    else { return nil }
    return try string(text)
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
    /// A collection's, which may be a dictionary's value.
    case value(Int)
  }

  func path(to wanted: Int, in archive: DecodingSession) throws -> String? {
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
        for place in 0..<list.count {
          let step = key == CollectionKey.objects ? Step.value(place) : .element(place)
          visit(try archive.element(place, of: list), from: number, step)
        }
      }
    }
    guard origins[wanted] != nil else { return nil }
    var steps: [String] = []
    var number = wanted
    // A million steps back are no path that anyone reads.
    while number != 0, let origin = origins[number], steps.count < 40 {
      switch origin.step {
      case .key(let key): steps.append(key)
      case .element(let place): steps.append("[\(place)]")
      case .value(let place): steps.append(archive.step(place, in: origin.from))
      }
      number = origin.from
    }
    return (number == 0 ? "" : "…") + steps.reversed().joined()
  }

  /// As much of a key or text as an error shows: one text may be in many errors.
  static func excerpt(_ text: String) -> String {
    // One character may be a run of any number of marks.
    text.utf8.count <= 255 ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(100))) + "…"
  }

  /// A dictionary's key in a path: `["k"]`, `[3]`.
  static func `subscript`(_ key: Any) -> String {
    key is String ? "[\"\(excerpt("\(key)"))\"]" : "[\(excerpt("\(key)"))]"
  }

  private func visit(_ node: PropertyListNode, from: Int, _ step: Step) {
    guard case .uid(let number) = node, number != 0, origins[number] == nil else { return }
    origins[number] = (from, step)
    queue.append(number)
  }

  private func visitFields(
    of dictionary: PropertyListDictionary, _ archive: DecodingSession, _ body: (String, PropertyListNode) throws -> Void
  ) throws {
    let shape = try archive.shape(of: dictionary)
    for (position, key) in shape.keys.enumerated() {
      guard let key = KeyedArchiveFormat.unmangled(key.text).map(Self.excerpt) else { continue }
      try body(key, try archive.node(position, of: dictionary))
    }
  }
}
