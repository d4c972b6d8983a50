/// Repetition of a step until nothing changes.
///
/// Each function ends because its result only grows, and only within a finite set: no step removes an element, and the
/// first step that adds nothing is the last. So there are at most as many steps as the set has elements.
enum Fixpoint {
  enum Order {
    /// Elements in the order in which they are found.
    case breadthFirst
    /// An element directly before its successors.
    case depthFirst
  }

  /// The given elements and all that can be reached from them, each once.
  ///
  /// - Parameter successors: the elements that an element leads to. It is called once for each element.
  /// - Returns: the elements in the order in which `successors` was called.
  @discardableResult
  static func closure<Element: Hashable>(
    of roots: some BidirectionalCollection<Element>, _ order: Order = .breadthFirst,
    _ successors: (Element) -> [Element]
  ) -> [Element] {
    var seen: Set<Element> = []
    var result: [Element] = []
    switch order {
    case .breadthFirst:
      var waiting = Array(roots)
      var next = 0
      while next < waiting.count {
        let element = waiting[next]
        next += 1
        guard seen.insert(element).inserted else { continue }
        result.append(element)
        waiting += successors(element)
      }
    case .depthFirst:
      var waiting = Array(roots.reversed())
      while let element = waiting.popLast() {
        guard seen.insert(element).inserted else { continue }
        result.append(element)
        waiting += successors(element).reversed()
      }
    }
    return result
  }

  /// Adds candidates to a set until no further candidate belongs to it.
  ///
  /// - Parameter belongs: whether a candidate belongs to the set, given its current elements. Once true, it stays true
  ///   while the set grows.
  static func grow<Element: Hashable>(
    _ set: inout Set<Element>, among candidates: some Sequence<Element>, _ belongs: (Element, Set<Element>) -> Bool
  ) {
    var isChanged = true
    while isChanged {
      isChanged = false
      for candidate in candidates where !set.contains(candidate) && belongs(candidate, set) {
        set.insert(candidate)
        isChanged = true
      }
    }
  }
}
