import ArchiveRuntime

/// What an object of an archive stands for.
package enum ObjectMeaning {
  /// The UID 0, or NSNull.
  case null
  /// A leaf or a container of the property list itself.
  case plain(PropertyListNode)
  case list(ListKind, ElementList)
  /// NSDictionary: keys and values in two lists of the same length.
  case dictionary(keys: ElementList, values: ElementList)
  case text(PropertyListText)
  case data(Range<Int>)
  /// Seconds since 2001-01-01T00:00:00Z.
  case date(Double)
  /// 16 bytes.
  case uuid(Range<Int>)
  case url(relative: String, base: Int?)
  /// Any other class, with keys of its own.
  case object(PropertyListDictionary)
  /// What `$class` refers to.
  case classDescription(ClassDescription)

  package enum ListKind: String { case array, orderedSet, set }
}

/// What an object with a given number of keys means, and its class.
struct KnownMeaning {
  let keyCount: Int
  let meaning: ObjectMeaning
  let type: ClassDescription?

  /// Objects with fewer keys are looked through again.
  static let leastKeyCount = 17
}

extension ArchiveDocument {
  /// The meaning of a node, with the class of an object. An object whose keys are not those of its class is an `object`.
  package func meaning(
    of node: PropertyListNode
  ) throws(ArchiveError) -> (meaning: ObjectMeaning, type: ClassDescription?) {
    guard case .dictionary(let dictionary) = node, keyed != nil else { return (.plain(node), nil) }
    guard dictionary.count >= KnownMeaning.leastKeyCount else { return try foundMeaning(of: node, dictionary) }
    let place = dictionary.keys.offset
    if let known = meanings[place], known.keyCount == dictionary.count { return (known.meaning, known.type) }
    let found = try foundMeaning(of: node, dictionary)
    if case .list(_, .numbered(let indices)) = found.meaning {
      guard numberedRest >= indices.count else { return found }
      numberedRest -= indices.count
    } else if case .dictionary(.numbered(let indices), _) = found.meaning {
      guard numberedRest >= 2 * indices.count else { return found }
      numberedRest -= 2 * indices.count
    }
    meanings[place] = KnownMeaning(keyCount: dictionary.count, meaning: found.meaning, type: found.type)
    return found
  }

  private func foundMeaning(
    of node: PropertyListNode, _ dictionary: PropertyListDictionary
  ) throws(ArchiveError) -> (meaning: ObjectMeaning, type: ClassDescription?) {
    guard let type = try objectClass(of: dictionary) else {
      return (.plain(node), nil)
    }
    guard let known = type.foundation, let meaning = try meaning(of: dictionary, known) else {
      return (.object(dictionary), type)
    }
    return (meaning, type)
  }

  /// The forms that the typed engine reads, but for those in which a text or an element is none of the property list.
  private func meaning(
    of dictionary: PropertyListDictionary, _ known: FoundationClass
  ) throws(ArchiveError) -> ObjectMeaning? {
    /// The value of the first of these keys that there is.
    func node(_ keys: String...) throws(ArchiveError) -> PropertyListNode? {
      for key in keys { if let node = try value(of: key, in: dictionary) { return try resolved(node) } }
      return nil
    }
    func list(_ key: String) throws(ArchiveError) -> ElementList? {
      guard case .array(let list)? = try value(of: key, in: dictionary) else { return nil }
      return .stored(list)
    }
    func list(_ kind: ObjectMeaning.ListKind) throws(ArchiveError) -> ObjectMeaning? {
      if let list = try list(CollectionKey.objects) { return .list(kind, list) }
      return try numberedElements(of: dictionary, [CollectionKey.object])?.first.map { .list(kind, $0) }
    }
    switch known {
    case .null: return .null
    case .array: return try list(.array)
    case .orderedSet: return try list(.orderedSet)
    case .set: return try list(.set)
    case .dictionary:
      if let keys = try list(CollectionKey.keys), let values = try list(CollectionKey.objects) {
        return keys.count == values.count ? .dictionary(keys: keys, values: values) : nil
      }
      let lists = try numberedElements(of: dictionary, [CollectionKey.key, CollectionKey.object])
      return lists.map { .dictionary(keys: $0[0], values: $0[1]) }
    case .string:
      guard case .string(let text)? = try node(CollectionKey.string) else { return nil }
      return .text(text)
    case .data:
      guard case .data(let range)? = try node(CollectionKey.data, CollectionKey.bytes) else { return nil }
      return .data(range)
    case .date:
      // The second key is that of a value without one, which GNUstep writes.
      return try node(CollectionKey.time, "$0")?.exactReal.map { .date($0) }
    case .uuid:
      // The second key is GNUstep's.
      guard case .data(let range)? = try node(CollectionKey.uuid, "uuid"), range.count == 16 else { return nil }
      return .uuid(range)
    case .url:
      guard let relative = try text(try value(of: CollectionKey.relative, in: dictionary)) else { return nil }
      guard case .uid(let base)? = try value(of: CollectionKey.base, in: dictionary), base != 0 else {
        return .url(relative: relative, base: nil)
      }
      return .url(relative: relative, base: base)
    case .locale, .timeZone, .value, .decimal, .indexSet, .indexPath, .dateInterval, .dateComponents, .calendar:
      return nil
    }
  }
}
