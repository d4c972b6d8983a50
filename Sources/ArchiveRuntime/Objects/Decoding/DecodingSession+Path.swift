extension DecodingSession {
  /// The key path by which an object is first reached from the archive's top. It is searched for only if there is an
  /// error, so that reading need not record it.
  func path(to number: Int) -> String {
    (try? search.path(to: number, in: self)) ?? "$objects[\(number)]"
  }

  /// The same for what is read below a key of an object. Equal values are one object with many references, and the first of them
  /// may be right where this one is wrong.
  func path(to number: Int, below fields: ObjectFields) -> String {
    guard let own = try? search.path(to: number, below: fields, in: self) else { return path(to: number) }
    return fields.number == 0 ? own : "\(path(to: fields.number)).\(own)"
  }

  /// The same as keys, without that of the root.
  func codingPath(to number: Int) -> [any CodingKey] {
    let keys = (try? search.keys(to: number, in: self)) ?? []
    return keys.first?.stringValue == KeyedArchiveFormat.rootKey ? Array(keys.dropFirst()) : keys
  }

  /// The last part of the path to an element of a collection: its index, or a dictionary's key if that is text.
  func step(_ place: Int, in number: Int) -> String {
    (try? key(place, in: number)).map(PathSearch.subscript) ?? "[\(place)]"
  }

  fileprivate func key(_ place: Int, in number: Int) throws -> String? {
    guard case .dictionary(let dictionary) = try object(number),
      let position = try shape(of: dictionary).position(of: CollectionKey.keys, shapes.keyNames),
      case .array(let keys) = try node(position, of: dictionary), place < keys.count,
      case .uid(let key) = try element(place, of: keys), case .string(let text) = try object(key)
    else { return nil }
    return try string(text)
  }
}

/// A search over the archive that continues where the search for the last error ended, so that many errors cost one
/// search.
final class PathSearch {
  private var origins: [Int: (from: Int, step: Step)] = [:]
  private var queue: [Int] = []
  private var next = 0
  private var hasBegun = false
  /// Several objects may share a list; the first one is used.
  private var visitedLists: Set<Int> = []
  /// Whether only elements of collections are searched. The keys of others are read as those of the current object.
  private var staysInCollections = false
  /// The fields and elements that all searches below keys may visit together, so that many errors cost no more than a few searches.
  private var room: Int?

  private enum Step {
    case key(String)
    case element(Int)
    /// A value of a collection, which may be a dictionary.
    case value(Int)
  }

  /// The path from the key that was read last, which is part of it; nil if it does not lead there by collections alone.
  func path(to wanted: Int, below fields: ObjectFields, in archive: DecodingSession) throws -> String? {
    let position = fields.place - 1
    guard fields.shape.keys.indices.contains(position),
      let key = KeyedArchiveFormat.unmangled(fields.shape.keys[position].text).map(Self.excerpt)
    else { return nil }
    let search = PathSearch()
    (search.hasBegun, search.staysInCollections) = (true, true)
    search.room = room ?? 4 * archive.objects.count
    defer { room = search.room }
    search.visit(try archive.node(position, of: fields.dictionary), from: 0, .key(key))
    return try search.path(to: wanted, in: archive)
  }

  func path(to wanted: Int, in archive: DecodingSession) throws -> String? {
    guard let (steps, isWhole) = try steps(to: wanted, in: archive) else { return nil }
    return (isWhole ? "" : "…")
      + steps.map { from, step in
        switch step {
        case .key(let key): key
        case .element(let place): "[\(place)]"
        case .value(let place): archive.step(place, in: from)
        }
      }.joined()
  }

  func keys(to wanted: Int, in archive: DecodingSession) throws -> [any CodingKey] {
    try (steps(to: wanted, in: archive)?.steps ?? []).map { from, step in
      switch step {
      case .key(let key): CodedKey(stringValue: key.first == "." ? String(key.dropFirst()) : key)
      case .element(let place): CodedKey(intValue: place)
      case .value(let place):
        try archive.key(place, in: from).map(CodedKey.init(stringValue:)) ?? CodedKey(intValue: place)
      }
    }
  }

  /// The steps from the archive's top, and whether they are all; nil if there are none.
  private func steps(
    to wanted: Int, in archive: DecodingSession
  ) throws -> (steps: [(from: Int, step: Step)], isWhole: Bool)? {
    if !hasBegun {
      hasBegun = true
      try visitFields(of: archive.top, archive) { key, node in visit(node, from: 0, .key(key)) }
    }
    while next < queue.count, origins[wanted] == nil {
      let number = queue[next]
      next += 1
      guard case .dictionary(let dictionary) = try archive.object(number), hasRoom(dictionary.count) else { continue }
      try visitFields(of: dictionary, archive) { key, node in
        guard case .array(let list) = node else {
          if !staysInCollections { visit(node, from: number, .key("." + key)) }
          return
        }
        guard visitedLists.insert(list.offset).inserted else { return }
        guard hasRoom(list.count) else { return }
        for place in 0..<list.count {
          let step = key == CollectionKey.objects ? Step.value(place) : .element(place)
          visit(try archive.element(place, of: list), from: number, step)
        }
      }
    }
    guard origins[wanted] != nil else { return nil }
    var steps: [(from: Int, step: Step)] = []
    var number = wanted
    // A path of a million steps would not be readable.
    while number != 0, let origin = origins[number], steps.count < 40 {
      steps.append(origin)
      number = origin.from
    }
    return (steps.reversed(), number == 0)
  }

  /// The beginning of a key or text for an error: one text may be in many errors.
  static func excerpt(_ text: String) -> String {
    // One character may have any number of combining marks.
    text.utf8.count <= 255 ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(100))) + "…"
  }

  /// A dictionary's key in a path: `["k"]`, `[3]`.
  static func `subscript`(_ key: Any) -> String {
    key is String ? "[\"\(excerpt("\(key)"))\"]" : "[\(excerpt("\(key)"))]"
  }

  private func hasRoom(_ count: Int) -> Bool {
    guard let left = room else { return true }
    room = left - count
    return left >= count
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

/// The position of an element of an unkeyed container, and a key that has nothing but its text.
struct CodedKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
  init(intValue: Int) { (stringValue, self.intValue) = ("Index \(intValue)", intValue) }

  /// The key of what a superclass encodes.
  static let `super` = CodedKey(stringValue: "super")
}
