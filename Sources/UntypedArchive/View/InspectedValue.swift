import ArchiveRuntime

/// A value at a place of an archive, and what it stands for.
package struct InspectedValue {
  /// The index in the property list of what stands at the place: the value, or the reference to it.
  package let place: Int
  /// The element of `$objects` that the place refers to.
  package let uid: Int?
  /// The index of the value itself.
  package let index: Int
  package let node: PropertyListNode
  package let meaning: ObjectMeaning
  package let type: ClassDescription?
}

extension ArchiveDocument {
  /// The value at an index of the property list.
  ///
  /// - Parameter isRaw: whether references and classes are left as they are.
  package func inspected(_ place: Int, isRaw: Bool = false) throws(ArchiveError) -> InspectedValue {
    let node = try view.node(place)
    guard !isRaw, keyed != nil else {
      return InspectedValue(place: place, uid: nil, index: place, node: node, meaning: .plain(node), type: nil)
    }
    guard case .uid(let uid) = node else {
      let (meaning, type) = try self.meaning(of: node)
      return InspectedValue(place: place, uid: nil, index: place, node: node, meaning: meaning, type: type)
    }
    return try object(uid, place: place)
  }

  /// The element of `$objects` with this number.
  package func object(_ uid: Int, place: Int? = nil) throws(ArchiveError) -> InspectedValue {
    let index = try index(ofObject: uid)
    let node = try view.node(index)
    if uid == 0 {
      return InspectedValue(place: place ?? index, uid: 0, index: index, node: node, meaning: .null, type: nil)
    }
    let (meaning, type) = try self.meaning(of: node)
    return InspectedValue(place: place ?? index, uid: uid, index: index, node: node, meaning: meaning, type: type)
  }

  /// The fields that a value has: keys of an object, of a record, of `$top` or of a plain dictionary.
  package func fields(of value: InspectedValue) throws(ArchiveError) -> DescribedFields? {
    switch value.meaning {
    case .object(let dictionary): return try fields(of: dictionary)
    case .plain(.dictionary(let dictionary)):
      return keyed != nil && value.index == keyed?.topIndex
        ? try fields(of: dictionary) : try plainFields(of: dictionary)
    default: return nil
    }
  }

  /// The keys of a dictionary as they are stored.
  package func plainFields(of dictionary: PropertyListDictionary) throws(ArchiveError) -> DescribedFields {
    var fields: [DescribedFields.Field] = []
    for position in 0..<dictionary.count {
      let key = try view.node(try view.reference(position, in: dictionary.keys))
      let text: String = if case .string(let own) = key { try view.string(own) } else { "(\(key.kindName))" }
      fields.append(.init(key: text, index: try view.reference(position, in: dictionary.values), content: .value))
    }
    return DescribedFields(fields: fields, type: nil)
  }

  /// The elements of a list; nil for anything else.
  package func elements(of value: InspectedValue) -> ElementList? {
    switch value.meaning {
    case .list(_, let elements): elements
    case .plain(.array(let elements)), .plain(.set(let elements)): .stored(elements)
    default: nil
    }
  }

  /// Where looking begins: `$top` of a keyed archive, the top of any other list.
  package var start: Int { keyed?.topIndex ?? view.top }
}
