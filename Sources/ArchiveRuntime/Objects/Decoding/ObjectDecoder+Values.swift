import Foundation

/// Calls with which Foundation's values are read.
extension ObjectDecoder {
  /// The target of a reference.
  ///
  /// - Throws: `missingKey` for null.
  func node(_ reference: ArchivedReference) throws -> PropertyListNode {
    guard reference != .null else { throw nullReference() }
    return try archive.object(reference.number)
  }

  func mismatch(_ reference: ArchivedReference, _ expected: String, _ found: PropertyListNode) -> ArchiveError {
    .wrongType(path: path(toReference: reference.number), expected: expected, found: kindName(found))
  }

  /// The kind of value for errors; for an object with its class.
  func kindName(_ node: PropertyListNode) -> String {
    guard case .dictionary(let dictionary) = node, let shape = try? archive.shape(of: dictionary),
      let number = try? classNumber(of: ObjectFields(0, dictionary, shape)),
      let name = try? types.name(of: number, archive)
    else { return node.kindName }
    return "an object of the class '\(PathSearch.excerpt(name))'"
  }

  /// Whether a reference represents nil, as null or as Foundation's NSNull.
  @inline(__always)
  func isNull(_ reference: ArchivedReference) throws -> Bool {
    guard reference != .null else { return true }
    return try isNull(try archive.object(reference.number))
  }

  func isNull(_ node: PropertyListNode) throws -> Bool {
    switch node {
    case .null: return true
    case .string: return try archive.isNullText(node)
    // NSNull has only a class.
    case .dictionary(let dictionary) where dictionary.count == 1:
      let fields = ObjectFields(0, dictionary, try archive.shape(of: dictionary))
      guard fields.shape.classPosition != nil else { return false }
      return try foundationClass(of: fields) == .null
    default: return false
    }
  }

  /// Text or data that is created once for all references.
  func leaf<Value>(_ number: Int, _ make: () throws -> Value) throws -> Value {
    if made.isSeen(number), let known = made.value(number, as: Value.self) { return known }
    let value = try make()
    if try made.noteSeen(number, in: archive) { made.keep(value, number) }
    return value
  }

  /// Text or data in an object itself, which many objects may share. It is created once.
  func leaf<Value>(at place: Range<Int>, _ make: () throws -> Value) throws -> Value {
    if place.count <= 15 { return try make() }
    // Indices of objects are not negative.
    if let known = made.value(~place.lowerBound, as: Value.self) { return known }
    let value = try make()
    made.keep(value, ~place.lowerBound)
    return value
  }

  /// - Throws: `typeNotAllowed` if the object is not of this class.
  func checkClass(_ number: Int, _ known: FoundationClass) throws {
    guard try foundationClass(of: number) == known else {
      throw ArchiveError.typeNotAllowed(
        path: path(toReference: number), found: try className(of: number), expected: known.rawValue)
    }
  }

  func foundationClass(of number: Int) throws -> FoundationClass? {
    try foundationClass(of: try fields(of: number))
  }

  func foundationClass(of fields: ObjectFields) throws -> FoundationClass? {
    try types.foundationClass(try classNumber(of: fields), archive)
  }

  /// A value that was archived without a key, by its index among these; nil if there is none.
  func unkeyed<Value: ArchivableValue>(_ index: Int, _ type: Value.Type) throws -> Value? {
    guard archive.isOpen else { throw Self.over }
    guard current.shape.position(of: "$\(index)", archive.shapes.keyNames) != nil else { return nil }
    current.isMangled = false
    defer { current.isMangled = true }
    return try decode(type, forKey: "$\(index)")
  }

  /// The value under `key`, or otherwise the first one that was archived without a key.
  func decodeOrUnkeyed<Value: ArchivableValue>(_ type: Value.Type, forKey key: String) throws -> Value {
    if try !hasKey(key), let value = try unkeyed(0, type) { return value }
    return try decode(type, forKey: key)
  }

  // MARK: Documents

  /// Records the nesting depth of a document's container, for containers whose elements are created.
  ///
  /// - Throws: `limitExceeded`, because Swift frees and compares nested values by recursion.
  func noteNesting(_ number: Int, _ elements: [Int]) throws {
    var deepest: Int32 = 0
    if !nesting.isEmpty {
      for element in elements where element < nesting.count { deepest = max(deepest, nesting[element]) }
    }
    try noteNesting(number, within: deepest)
  }

  /// - Parameter deepest: the depth of the deepest container in it.
  func noteNesting(_ number: Int, within deepest: Int32) throws {
    let own = Int(deepest) + 1
    guard own <= settings.limits.maximumValueNesting else {
      throw ArchiveError.limitExceeded(
        limit: "maximumValueNesting", value: own, maximum: settings.limits.maximumValueNesting)
    }
    if nesting.isEmpty { nesting = ContiguousArray(repeating: 0, count: archive.objects.count) }
    if number < nesting.count { nesting[number] = Int32(clamping: own) }
  }

  func nesting(of number: Int) -> Int32 { number < nesting.count ? nesting[number] : 0 }

  // MARK: Collections

  /// The elements of a collection.
  ///
  /// - Parameter variant: As for values.
  func elements<Element>(
    of number: Int, _ variant: Int = 0, _ element: (Int) throws -> Element
  ) throws -> (elements: [Element], numbers: [Int]) {
    guard number != 0 else { throw nullReference() }
    let fields = try fields(of: number)
    guard let known = try foundationClass(of: fields), known.isList else {
      let found = try className(of: number)
      throw ArchiveError.typeNotAllowed(
        path: path(toReference: number), found: found, expected: Self.list(of: Element.self, inPlaceOf: found))
    }
    return try elements(in: fields, variant, element)
  }

  /// What is expected for elements of a type, for errors. In place of columns it says whether the type has columns too.
  private static func list<Element>(of type: Element.Type, inPlaceOf found: String) -> String {
    guard found.hasSuffix("[]") else { return "an array or set" }
    let element: Any.Type = (type as? any LayoutOptional.Type)?.wrapped ?? type
    let value = element as? any ArchivableValue.Type
    if let name = value?.columnsType?.archivedClassName ?? value?.tableType.flatMap({ try? ArchivedClass.of($0).name }),
      name + "[]" != found
    {
      return name + "[]"
    }
    // Structs and classes can be given columns.
    let mayHave = value?.columnsType == nil && (value?.objectType != nil || element is any ArchivableComposite.Type)
    return mayHave && value?.tableType == nil ? "an array or set" : "an array or set of other values"
  }

  func elements<Element>(
    in fields: ObjectFields, _ variant: Int = 0, _ element: (Int) throws -> Element
  ) throws -> (elements: [Element], numbers: [Int]) {
    let type = ObjectIdentifier(Element.self)
    let list =
      try list(CollectionKey.objects, fields, type, variant) ?? numberedElements(fields, type, variant)
      ?? countedElements(fields, type, variant)
    return (try all(list, of: fields.number, element), list.numbers)
  }

  /// The keys and values of a dictionary.
  func entries<Key, Value>(
    of number: Int, key: (Int) throws -> Key, value: (Int) throws -> Value
  ) throws -> (keys: [Key], values: [Value], keyNumbers: [Int], numbers: [Int]) {
    try checkClass(number, .dictionary)
    return try entries(in: try fields(of: number), key: key, value: value)
  }

  func entries<Key, Value>(
    in fields: ObjectFields, key: (Int) throws -> Key, value: (Int) throws -> Value
  ) throws -> (keys: [Key], values: [Value], keyNumbers: [Int], numbers: [Int]) {
    let (keyType, valueType) = (ObjectIdentifier(Key.self), ObjectIdentifier(Value.self))
    guard let keys = try list(CollectionKey.keys, fields, keyType, 0) ?? numberedKeys(fields, keyType),
      let values = try list(CollectionKey.objects, fields, valueType, 0) ?? numberedElements(fields, valueType, 0)
    else {
      if isEmptyCollection(fields) { return ([], [], [], []) }
      throw ArchiveError.missingKey(path: path(toReference: fields.number) + "." + CollectionKey.keys)
    }
    guard keys.numbers.count == values.numbers.count else {
      throw ArchiveError.wrongCount(
        path: path(toReference: fields.number), count: CollectionKey.keys, value: "\(keys.numbers.count)",
        reason: "there are \(values.numbers.count) values")
    }
    return (
      try all(keys, of: fields.number, key), try all(values, of: fields.number, value), keys.numbers, values.numbers
    )
  }

  /// Reads a list's elements. If one has to wait for another object, the elements before it are cached until the list
  /// is read again, so that reading stays linear.
  private func all<Element>(_ list: ReadList, of number: Int, _ element: (Int) throws -> Element) throws -> [Element] {
    let numbers = list.numbers
    var elements = partial.isEmpty ? [] : (partial.removeValue(forKey: list.place)?.elements as? [Element] ?? [])
    if !list.isResumed { try archive.charge(numbers.count &* MemoryLayout<Element>.stride) }
    elements.reserveCapacity(numbers.count)
    do {
      while elements.count < numbers.count { elements.append(try element(numbers[elements.count])) }
    } catch let pending as Deferred {
      partial[list.place] = (numbers, elements)
      throw pending
    } catch {
      // All nulls of an archive are one object, so only the list knows the position.
      guard elements.count < numbers.count, !Self.isLimit(error),
        try isNull(ArchivedReference(number: numbers[elements.count]))
      else { throw error }
      throw ArchiveError.missingKey(path: path(toReference: number) + archive.step(elements.count, in: number))
    }
    return elements
  }

  private func list(
    _ key: String, _ fields: ObjectFields, _ element: ObjectIdentifier, _ variant: Int
  ) throws -> ReadList? {
    guard let position = fields.shape.position(of: key, archive.shapes.keyNames) else { return nil }
    let node = try archive.node(position, of: fields.dictionary)
    guard case .array(let list) = node else {
      throw ArchiveError.wrongType(
        path: path(toReference: fields.number) + "." + key, expected: "a list of references", found: node.kindName)
    }
    let place = PartialList(offset: list.offset, element: element, variant: variant)
    if !partial.isEmpty, let begun = partial[place] { return ReadList(begun.numbers, place, isResumed: true) }
    try archive.charge(list.count &* MemoryLayout<Int>.stride)
    return ReadList(try archive.numbers(list), place)
  }

  /// Elements with separate keys: `NS.object.0`, `NS.object.1`, ….
  private func numberedElements(
    _ fields: ObjectFields, _ element: ObjectIdentifier, _ variant: Int
  ) throws -> ReadList? {
    let numbers = try elements(fields) { CollectionKey.object + "\($0)" }
    let place = PartialList(offset: fields.dictionary.keys.offset, element: element, variant: variant)
    return numbers.isEmpty ? nil : ReadList(numbers, place, isResumed: partial[place] != nil)
  }

  /// Keys with separate keys, `NS.key.0`, `NS.key.1`, …, beside the elements.
  private func numberedKeys(_ fields: ObjectFields, _ key: ObjectIdentifier) throws -> ReadList? {
    let numbers = try elements(fields) { CollectionKey.key + "\($0)" }
    let place = PartialList(offset: fields.dictionary.values.offset, element: key, variant: 0)
    return numbers.isEmpty ? nil : ReadList(numbers, place, isResumed: partial[place] != nil)
  }

  private static let keysOfEmpty: Set = [KeyedArchiveFormat.classKey, "NS.count", "$0"]

  /// Whether a collection has no key, or the number of its elements alone, as one without elements in which each would have a key of its
  /// own. Any other key had elements before it was damaged.
  private func isEmptyCollection(_ fields: ObjectFields) -> Bool {
    fields.shape.keys.allSatisfy { Self.keysOfEmpty.contains($0.text) }
  }

  /// The elements of a counted set, each once: `NS.object0`, `NS.count0`, …; GNUstep writes `$1`, `$2`, ….
  private func countedElements(
    _ fields: ObjectFields, _ element: ObjectIdentifier, _ variant: Int
  ) throws -> ReadList {
    var numbers = try elements(fields) { "NS.object\($0)" }
    if numbers.isEmpty { numbers = try elements(fields) { "$\($0 * 2 + 1)" } }
    guard !numbers.isEmpty || isEmptyCollection(fields) else {
      throw ArchiveError.missingKey(path: path(toReference: fields.number) + "." + CollectionKey.objects)
    }
    let place = PartialList(offset: fields.dictionary.keys.offset, element: element, variant: variant)
    return ReadList(numbers, place, isResumed: partial[place] != nil)
  }

  private func elements(_ fields: ObjectFields, _ key: (Int) -> String) throws -> [Int] {
    var numbers: [Int] = []
    while let position = fields.shape.position(of: key(numbers.count), archive.shapes.keyNames) {
      let node = try archive.node(position, of: fields.dictionary)
      guard case .uid(let number) = node else {
        throw ArchiveError.wrongType(
          path: path(toReference: fields.number) + "." + key(numbers.count), expected: "a reference to an object",
          found: node.kindName)
      }
      numbers.append(number)
    }
    return numbers
  }
}

/// A list that is being read: its location and the type of its elements.
struct PartialList: Hashable {
  let offset: Int
  let element: ObjectIdentifier
  let variant: Int
}

/// The indices of a list's elements.
private struct ReadList {
  let numbers: [Int]
  let place: PartialList
  /// Whether some elements were created before.
  let isResumed: Bool

  init(_ numbers: [Int], _ place: PartialList, isResumed: Bool = false) {
    (self.numbers, self.place, self.isResumed) = (numbers, place, isResumed)
  }
}
