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
    for name in type.hierarchy {
      if let known = try meaning(of: dictionary, named: name) { return (known, type) }
    }
    return (.object(dictionary), type)
  }

  private func meaning(
    of dictionary: PropertyListDictionary, named name: String
  ) throws(ArchiveError) -> ObjectMeaning? {
    func list(_ key: String) throws(ArchiveError) -> ElementList? {
      guard case .array(let list)? = try value(of: key, in: dictionary) else { return nil }
      return .stored(list)
    }
    func list(_ kind: ObjectMeaning.ListKind) throws(ArchiveError) -> ObjectMeaning? {
      if let list = try list("NS.objects") { return .list(kind, list) }
      guard let list = try numberedElements(of: dictionary, ["NS.object."])?.first else { return nil }
      // Only an ordered set without elements has no keys.
      return list.count == 0 && kind != .orderedSet ? nil : .list(kind, list)
    }
    switch name {
    case "NSNull": return .null
    case "NSArray", "NSMutableArray": return try list(.array)
    case "NSOrderedSet", "NSMutableOrderedSet": return try list(.orderedSet)
    case "NSSet", "NSMutableSet": return try list(.set)
    case "NSDictionary", "NSMutableDictionary":
      if let keys = try list("NS.keys"), let values = try list("NS.objects") {
        return keys.count == values.count ? .dictionary(keys: keys, values: values) : nil
      }
      guard let lists = try numberedElements(of: dictionary, ["NS.key.", "NS.object."]), lists[0].count > 0
      else { return nil }
      return .dictionary(keys: lists[0], values: lists[1])
    case "NSString", "NSMutableString":
      guard let node = try value(of: "NS.string", in: dictionary), case .string(let text) = try resolved(node)
      else { return nil }
      return .text(text)
    case "NSData", "NSMutableData":
      guard let node = try value(of: "NS.data", in: dictionary), case .data(let range) = try resolved(node)
      else { return nil }
      return .data(range)
    case "NSDate":
      guard case .real64(let bits)? = try value(of: "NS.time", in: dictionary) else { return nil }
      return .date(Double(bitPattern: bits))
    case "NSUUID":
      // The second key is GNUstep's.
      let own = try value(of: "NS.uuidbytes", in: dictionary)
      guard let node = try own == nil ? value(of: "uuid", in: dictionary) : own,
        case .data(let range) = try resolved(node), range.count == 16
      else { return nil }
      return .uuid(range)
    case "NSURL":
      guard let relative = try text(try value(of: "NS.relative", in: dictionary)) else { return nil }
      guard case .uid(let base)? = try value(of: "NS.base", in: dictionary), base != 0 else {
        return .url(relative: relative, base: nil)
      }
      return .url(relative: relative, base: base)
    default: return nil
    }
  }
}
