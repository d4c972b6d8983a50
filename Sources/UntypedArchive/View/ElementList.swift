import ArchiveRuntime

/// The elements of a list, or the keys or values of a dictionary.
package enum ElementList {
  /// One list of references.
  case stored(PropertyListReferences)
  /// Each element under a key of its own, `NS.object.0` and so on: their indices in the property list.
  case numbered([Int])

  package var count: Int {
    switch self {
    case .stored(let references): references.count
    case .numbered(let indices): indices.count
    }
  }
}

extension PropertyListView {
  /// The index of an element of a list.
  package func reference(_ position: Int, in list: ElementList) throws(ArchiveError) -> Int {
    switch list {
    case .stored(let references): try reference(position, in: references)
    case .numbered(let indices): indices[position]
    }
  }
}

extension ArchiveDocument {
  /// The elements of a collection that stand under keys with numbers, as Foundation writes an NSOrderedSet, and older
  /// writers other collections.
  ///
  /// - Parameter prefixes: what stands before the numbers: `NS.object.`, and of a dictionary `NS.key.` too.
  /// - Returns: for each prefix the elements; nil if there are other keys, or numbers are missing.
  func numberedElements(
    of dictionary: PropertyListDictionary, _ prefixes: [String]
  ) throws(ArchiveError) -> [ElementList]? {
    var found = prefixes.map { _ in [Int: Int]() }
    for position in 0..<dictionary.count {
      let node = try view.node(try view.reference(position, in: dictionary.keys))
      guard case .string(let text) = node else { return nil }
      let key = try view.string(text)
      if key == KeyedArchiveFormat.classKey { continue }
      guard let place = prefixes.firstIndex(where: { key.hasPrefix($0) }),
        let number = Int(key.dropFirst(prefixes[place].count)), key == prefixes[place] + "\(number)"
      else { return nil }
      found[place][number] = try view.reference(position, in: dictionary.values)
    }
    var lists: [ElementList] = []
    for elements in found {
      guard elements.count == found[0].count else { return nil }
      var indices: [Int] = []
      for number in 0..<elements.count {
        guard let index = elements[number] else { return nil }
        indices.append(index)
      }
      lists.append(.numbered(indices))
    }
    return lists
  }
}
