/// The keys of one object while it is read.
struct ObjectFields {
  /// The object's index; 0 for the archive's top.
  let number: Int
  let dictionary: PropertyListDictionary
  let shape: ObjectShape
  /// What is before the keys of a struct that is read; nil for the keys of the object itself.
  var nesting: Nesting?
  /// Whether keys are the caller's. The archive's own keys, which begin with `$`, are used unchanged.
  var isMangled = true
  /// The index after the last key that was found, where the search for the next one begins.
  var place = 0

  init(_ number: Int, _ dictionary: PropertyListDictionary, _ shape: ObjectShape) {
    self.number = number
    self.dictionary = dictionary
    self.shape = shape
  }

  /// A class, because the fields are copied for each object that is read, and few objects need it.
  final class Nesting {
    let prefix: String
    /// The prefix for root-relative keys: for a value of the archive's top its key.
    let root: String

    init(prefix: String, root: String) { (self.prefix, self.root) = (prefix, root) }
  }

  var prefix: String { nesting?.prefix ?? "" }
  var root: String { nesting?.root ?? "" }

  /// Begins the keys that follow `key` and a dot.
  mutating func nest(_ key: String) {
    let outer = prefix
    let inner = key.isEmpty ? outer : whole(key) + "."
    nesting = Nesting(prefix: inner, root: number == 0 && outer.isEmpty ? inner : root)
  }

  /// The key in the object, with its prefix.
  func whole(_ key: String) -> String {
    if Self.isFromRoot(key) { return root + String(key.unicodeScalars.dropFirst(Self.rootMark.utf8.count)) }
    return prefix.isEmpty ? key : prefix + key
  }

  /// The mark of a root-relative key. No key begins with it.
  static let rootMark = "\0/"

  static func isFromRoot(_ key: String) -> Bool { key.utf8.first == 0 && key.hasExactPrefix(rootMark) }

  /// The index of the key's value.
  @inline(__always)
  mutating func position(of key: String, _ archive: DecodingSession) -> Int? {
    guard nesting == nil else { return search(key, archive) }
    if place < shape.keys.count, shape.keys[place].isPlainly(key) {
      place &+= 1
      return place &- 1
    }
    // A key that was tested for is usually read next.
    if place > 0, shape.keys[place &- 1].isPlainly(key) { return place &- 1 }
    return search(key, archive)
  }

  @inline(never)
  private mutating func search(_ key: String, _ archive: DecodingSession) -> Int? {
    let own = whole(key)
    let whole = isMangled ? KeyedArchiveFormat.mangled(own) : own
    if place < shape.keys.count, shape.keys[place].isPlainly(whole) {
      place &+= 1
      return place &- 1
    }
    if place > 0, shape.keys[place &- 1].isPlainly(whole) { return place &- 1 }
    guard let position = shape.position(of: whole, archive.shapes.keyNames) else { return nil }
    place = position + 1
    return position
  }
}
