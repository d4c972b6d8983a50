import Foundation

extension Array: ArchivableValue where Element: ArchivableValue {
  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    try encoder.sharedArray(self) {
      if let type = Element.columnsType, let columns = try encoder.columns(of: self, as: type) { return columns }
      if let type = Element.tableType, let rows = encoder.rows(of: unsafeBitCast(self, to: [AnyObject].self), type) {
        return rows
      }
      encoder.noteElements(count, Element.self)
      // The most common types are archived without generic code, whose types would be looked up in each call.
      if Element.self == String.self { return try encoder.texts(unsafeBitCast(self, to: [String].self)) }
      if let type = Element.objectType {
        return try encoder.objects(unsafeBitCast(self, to: [AnyObject].self), of: type)
      }
      return try withUnsafeBufferPointer { elements in
        try encoder.list(.array) { note in
          for index in elements.indices {
            try encoder.countWork()
            note(try encoder.element(elements[index], index))
          }
        }
      }
    }
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> [Element] {
    if Element.self == String.self { return unsafeBitCast(try decoder.texts(reference), to: [Element].self) }
    if let type = Element.objectType, let objects = decoder.madeObjects(reference.number, of: type) {
      let elements = unsafeBitCast(objects, to: [Element].self)
      if try decoder.made.noteSeen(reference.number, in: decoder.archive) {
        decoder.made.keep(elements, reference.number)
      }
      return elements
    }
    return try decoder.value(reference.number, as: Self.self) {
      if let elements = try Element.elements(ofColumns: reference, from: decoder, as: Element.self) { return elements }
      return try decoder.elements(of: reference.number) {
        try Element.unarchived(ArchivedReference(number: $0), from: decoder)
      }.elements
    }
  }
}

extension Set: ArchivableValue where Element: ArchivableValue {
  /// Elements are in the order of their archived form, if they have an order, so that equal sets give equal archives;
  /// objects are in the order of the set.
  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    try encoder.sharedCollection(self) {
      let elements = Array(self)
      return try encoder.uniqueElements(.set, elements, in: ArchiveOrder.places(of: elements))
    }
  }

  /// Objects are connected before they are hashed, unless they are just being created or connected themselves.
  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Set<Element> {
    try decoder.value(reference.number, as: Self.self) { try decoder.uniqueElements(reference.number) { _ in } }
  }
}

extension Dictionary: ArchivableValue where Key: ArchivableValue, Value: ArchivableValue {
  /// Entries are in the order of the keys, if they have an order.
  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    try encoder.sharedCollection(self) {
      // Values are not looked up by their keys: a key that does not equal itself, such as NaN, would not be found.
      let (keys, values) = (Array(keys), Array(values))
      return try encoder.uniqueEntries(keys, values, in: ArchiveOrder.places(of: keys))
    }
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> [Key: Value] {
    try decoder.value(reference.number, as: Self.self) {
      try decoder.uniqueEntries(reference.number) { (_: Key, _: Value) in }
    }
  }
}

extension Optional: ArchivableValue where Wrapped: ArchivableValue {
  public func archive(in encoder: ObjectEncoder, forKey key: String) throws {
    guard let self else { return try encoder.put(.null, forKey: key) }
    try self.archiveOptional(in: encoder, forKey: key)
  }

  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference {
    guard let self else { return encoder.nullElement() }
    return try self.archivedOptional(in: encoder)
  }

  @_documentation(visibility: internal)
  public func archiveOptional(in encoder: ObjectEncoder, forKey key: String) throws {
    try checkNil()
    try archive(in: encoder, forKey: key)
  }

  @_documentation(visibility: internal)
  public func archivedOptional(in encoder: ObjectEncoder) throws -> ArchivedReference {
    try checkNil()
    return try archived(in: encoder)
  }

  /// A property `T?` of a generic type has an optional of an optional where `T` is one.
  private func checkNil() throws {
    guard self == nil else { return }
    throw ArchiveError.notArchivableValue(
      path: "", value: "nil in an optional", reason: "an archive cannot distinguish the two nils of '\(Wrapped.self)??'"
    )
  }

  public static func unarchived(from decoder: ObjectDecoder, forKey key: String) throws -> Wrapped? {
    guard let isNull = try decoder.isNullIfPresent(forKey: key) else {
      // It is a struct that was not optional when it was archived.
      guard let type = Wrapped.self as? any ArchivableComposite.Type, type.isArchivedInPlace,
        try decoder.containsValues(within: key)
      else { return nil }
      return try Wrapped.unarchived(from: decoder, forKey: key)
    }
    return isNull ? nil : try Wrapped.unarchived(from: decoder, forKey: key)
  }

  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> Wrapped? {
    try decoder.isNull(reference) ? nil : try Wrapped.unarchived(reference, from: decoder)
  }

  @_documentation(visibility: internal)
  public static func elements<Element>(
    ofColumns reference: ArchivedReference, from decoder: ObjectDecoder, as type: Element.Type
  ) throws -> [Element]? {
    guard Element.self == Self.self,
      let elements = try Wrapped.elements(ofColumns: reference, from: decoder, as: Wrapped.self)
    else { return nil }
    try decoder.archive.charge(elements.count &* MemoryLayout<Self>.stride)
    return unsafeBitCast(elements.map { $0 } as [Self], to: [Element].self)
  }
}

extension ObjectEncoder {
  /// Archives one element of a collection.
  ///
  /// - Throws: `notArchivableValue` if the delegate left out an element that is not optional, which could not be read.
  @inline(__always)
  fileprivate func element<Element: ArchivableValue>(_ element: Element, _ index: Int) throws -> Int {
    do {
      let number = try element.archived(in: self).number
      if number == 0 { try checkMayBeMissing(Element.self, index) }
      return number
    } catch let error as ArchiveError {
      throw error.within("[\(index)]")
    }
  }

  @inline(never)
  private func checkMayBeMissing<Element: ArchivableValue>(_ type: Element.Type, _ index: Int) throws {
    guard !(type is any ExpressibleByNilLiteral.Type) else { return }
    throw ArchiveError.notArchivableValue(
      path: "", value: "of an element",
      reason: "the encoder's delegate left it out, and elements of the type \(type) are not optional")
  }

  fileprivate func texts(_ texts: [String]) throws -> ArchivedReference {
    try list(.array) { note in
      for text in texts {
        try countWork()
        note(try text.archived(in: self).number)
      }
    }
  }

  /// - Parameter objects: objects of the type, or of subclasses.
  fileprivate func objects<Object: ArchivableObject>(
    _ objects: [AnyObject], of type: Object.Type
  ) throws -> ArchivedReference {
    try list(.array) { note in
      try objects.withUnsafeBufferPointer { objects in
        for index in objects.indices {
          try countWork()
          note(try element(unsafeDowncast(objects[index], to: type), index))
        }
      }
    }
  }

  /// Archives the elements of a set, in the order of `places`.
  func uniqueElements<Element: ArchivableValue & Hashable>(
    _ kind: FoundationClass, _ elements: [Element], in places: [Int]
  ) throws -> ArchivedReference {
    try UnequalKeys.check(elements)
    try KeyHashing.note(elements, in: self)
    noteElements(elements.count, Element.self)
    return try asKeys(Element.self) {
      try list(kind) { note in
        for index in places.indices {
          try countWork()
          note(try element(elements[places[index]], index))
        }
      }
    }
  }

  /// Archives the entries of a dictionary, in the order of `places`.
  func uniqueEntries<Key: ArchivableValue & Hashable, Value: ArchivableValue>(
    _ keys: [Key], _ values: [Value], in places: [Int]
  ) throws -> ArchivedReference {
    try UnequalKeys.check(keys)
    try KeyHashing.note(keys, in: self)
    noteElements(keys.count, (Key, Value).self)
    let keyNumbers = try asKeys(Key.self) { try numbers(of: keys, in: places) }
    let valueNumbers = try numbers(of: values, in: places)
    return ArchivedReference(
      number: try collection(.dictionary, [(CollectionKey.keys, keyNumbers), (CollectionKey.objects, valueNumbers)]))
  }

  private func numbers<Element: ArchivableValue>(of values: [Element], in places: [Int]) throws -> [Int] {
    var numbers: [Int] = []
    numbers.reserveCapacity(places.count)
    for index in places.indices { numbers.append(try element(values[places[index]], index)) }
    return numbers
  }
}

// Loops over elements of a type that is not known when this is compiled use indices: tuples, `zip`, `enumerated` and key paths look their
// types up at each element, which took four fifths of the time of a dictionary.
extension ObjectDecoder {
  /// The elements of a set, each told to `note` in the order of the archive.
  ///
  /// - Throws: `duplicateKey`, `limitExceeded`; the errors of the elements.
  func uniqueElements<Element: ArchivableValue & Hashable>(
    _ object: Int, _ note: (Element) -> Void
  ) throws -> Set<Element> {
    let (elements, numbers) = try elements(of: object) { number in
      try key(number) { try Element.unarchived(ArchivedReference(number: number), from: self) }
    }
    try connectBeforeHashing(Element.self)
    var set = Set<Element>(minimumCapacity: elements.count)
    var hashing = KeyHashing<Element>(count: elements.count)
    var unequal = UnequalKeys()
    // An object is an element once, regardless of its references, because hashing it again could take long.
    var seen = SeenNumbers(numbers)
    for place in numbers.indices where seen.insert(numbers[place]) {
      let element = elements[place]
      try hashing.charge(element, numbers[place], in: self)
      try unequal.note(element) { path(toReference: object) }
      guard set.insert(element).inserted else {
        throw ArchiveError.duplicateKey(path: path(toReference: object) + PathSearch.subscript(element))
      }
      note(element)
    }
    try noteHashes(of: elements, numbers, in: object)
    return set
  }

  /// The entries of a dictionary, each told to `note` in the order of the archive.
  ///
  /// - Throws: `duplicateKey`, `limitExceeded`; the errors of the keys and values.
  func uniqueEntries<Key: ArchivableValue & Hashable, Value: ArchivableValue>(
    _ object: Int, _ note: (Key, Value) -> Void
  ) throws -> [Key: Value] {
    let (keys, values, keyNumbers, _) = try entries(of: object) { number in
      try key(number) { try Key.unarchived(ArchivedReference(number: number), from: self) }
    } value: {
      try Value.unarchived(ArchivedReference(number: $0), from: self)
    }
    try connectBeforeHashing(Key.self)
    var dictionary = [Key: Value](minimumCapacity: keys.count)
    var hashing = KeyHashing<Key>(count: keys.count)
    var unequal = UnequalKeys()
    for place in keys.indices {
      let (key, value) = (keys[place], values[place])
      try hashing.charge(key, keyNumbers[place], in: self)
      try unequal.note(key) { path(toReference: object) }
      guard dictionary.updateValue(value, forKey: key) == nil else {
        throw ArchiveError.duplicateKey(path: path(toReference: object) + PathSearch.subscript(key))
      }
      note(key, value)
    }
    try noteHashes(of: keys, keyNumbers, in: object)
    return dictionary
  }

  /// The most common type is read without a witness table call for each text.
  fileprivate func texts(_ reference: ArchivedReference) throws -> [String] {
    if let texts = plainTexts(reference.number) { return texts }
    return try value(reference.number, as: [String].self) {
      try self.elements(of: reference.number) {
        try String.unarchived(ArchivedReference(number: $0), from: self)
      }.elements
    }
  }
}

/// Counts keys that do not equal themselves. All NaNs have the same hash, and each is compared with all earlier ones.
struct UnequalKeys {
  private var count = 0
  private static let maximum = 16

  @inline(__always)
  mutating func note<Key: Equatable>(_ key: Key, path: () -> String) throws {
    guard key != key else { return }
    count += 1
    if count > Self.maximum { throw ArchiveError.duplicateKey(path: path() + PathSearch.subscript(key)) }
  }

  /// - Throws: `notArchivableValue` for more of them than the decoder accepts.
  static func check<Keys: Sequence>(_ keys: Keys) throws where Keys.Element: Equatable {
    var count = 0
    for key in keys where key != key {
      count += 1
      guard count <= maximum else {
        throw ArchiveError.notArchivableValue(
          path: "", value: "\(key)", reason: "more than \(maximum) keys or elements do not equal themselves")
      }
    }
  }
}

/// The indices of objects that were met, each once.
private struct SeenNumbers {
  /// Most lists ascend, because their elements were archived one after the other.
  private let isAscending: Bool
  private var others: Set<Int> = []

  init(_ numbers: [Int]) {
    isAscending = zip(numbers, numbers.dropFirst()).allSatisfy(<)
    if !isAscending { others.reserveCapacity(numbers.count) }
  }

  /// - Returns: whether it is the first time.
  mutating func insert(_ number: Int) -> Bool { isAscending || others.insert(number).inserted }
}
