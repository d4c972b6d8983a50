extension OpenArchive {
  /// The key path by which an object is reached first from the archive's top: looked for when there is an error to
  /// report, so that reading need not keep account of it.
  func path(to number: Int) -> String {
    (try? search(number)) ?? "$objects[\(number)]"
  }

  private func search(_ wanted: Int) throws -> String? {
    var origins: [Int: (from: Int, step: String)] = [:]
    var queue: [Int] = []
    func visit(_ node: PropertyListNode, from: Int, _ step: String) {
      guard case .uid(let number) = node, number != 0, origins[number] == nil else { return }
      origins[number] = (from, step)
      queue.append(number)
    }
    try visitFields(of: top, isTop: true) { key, node in visit(node, from: 0, key) }
    var next = 0
    while next < queue.count, origins[wanted] == nil {
      let number = queue[next]
      next += 1
      guard case .dictionary(let dictionary) = try object(number) else { continue }
      try visitFields(of: dictionary, isTop: false) { key, node in
        guard case .array(let list) = node else { return visit(node, from: number, "." + key) }
        let view = try self.view()
        for place in 0..<list.count {
          visit(try view.node(try view.reference(place, in: list)), from: number, "[\(place)]")
        }
      }
    }
    guard origins[wanted] != nil else { return nil }
    var steps: [String] = []
    var number = wanted
    // A million steps back are no path that anyone reads.
    while number != 0, let origin = origins[number], steps.count < 40 {
      steps.append(origin.step)
      number = origin.from
    }
    return (number == 0 ? "" : "…") + steps.reversed().joined()
  }

  private func visitFields(
    of dictionary: PropertyListDictionary, isTop: Bool, _ body: (String, PropertyListNode) throws -> Void
  ) throws {
    let shape = try shape(of: dictionary)
    for (position, key) in shape.keys.enumerated() {
      guard let key = KeyedArchive.unmangled(key.text) else { continue }
      try body(key, try node(position, of: dictionary))
    }
  }
}
