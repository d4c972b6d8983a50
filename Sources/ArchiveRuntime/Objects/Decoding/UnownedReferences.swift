/// The unowned references that were read. An object to which only such references lead is released with the decoder, if what
/// owns it was not decoded.
struct UnownedReferences {
  /// The object with the reference, 0 for the archive's top, and the reference's key.
  private var keys: [Int: (holder: Int, key: String)] = [:]

  mutating func note(_ number: Int, from holder: Int, _ key: String) {
    if keys[number] == nil { keys[number] = (holder, key) }
  }

  var isEmpty: Bool { keys.isEmpty }
  /// The objects by their numbers, each with the first reference to it.
  var sorted: [(number: Int, holder: Int, key: String)] {
    keys.map { ($0.key, $0.value.holder, $0.value.key) }.sorted { $0.0 < $1.0 }
  }
}

extension ObjectDecoder {
  /// The object of an unowned reference, which has to be owned by another object that is decoded.
  ///
  /// - Throws: the same errors as `decode(_:forKey:)`. The call that decodes the archive throws `unheldObject`, if nothing else
  ///   refers to the object then.
  @_spi(GeneratedCode) public func decodeUnowned<Value: ArchivableValue>(
    _ type: Value.Type, forKey key: String
  ) throws -> Value {
    let value = try decode(type, forKey: key)
    if let number = try referenceIfPresent(forKey: key), number != 0 {
      unowned.note(number, from: current.number, current.whole(key))
    }
    return value
  }

  /// Releases all objects, after which those that are not part of the result are gone.
  ///
  /// - Throws: `unheldObject` for an object that an unowned reference leads to.
  func releaseObjects() throws {
    guard !unowned.isEmpty else { return }
    let references = unowned.sorted.map { (place: $0, object: WeakObject(made[$0.number])) }
    made = DecodedObjects(count: 0)
    tables = [:]
    unfinished = UnfinishedObjects()
    hashedKeys = HashedKeys()
    partial = [:]
    for (place, object) in references where object.wasGiven && object.value == nil {
      let holder = place.holder == 0 ? "" : archive.path(to: place.holder) + "."
      throw ArchiveError.unheldObject(path: holder + PathSearch.excerpt(place.key))
    }
  }
}

private struct WeakObject {
  weak var value: AnyObject?
  let wasGiven: Bool

  init(_ object: AnyObject?) {
    value = object
    wasGiven = object != nil
  }
}
