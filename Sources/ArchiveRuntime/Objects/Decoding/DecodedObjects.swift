import Foundation

/// The objects and values that were created from an archive's objects.
///
/// It is a class because calls of a struct's methods copied it, which counted five references each time.
final class DecodedObjects {
  // Like those of `ObjectDecoder`, its properties are not checked for overlapping access.
  private let count: Int
  @exclusivity(unchecked) private var objects: ContiguousArray<AnyObject?> = []
  /// The class with whose description an object was created, where it is not the object's own.
  @exclusivity(unchecked) private var classes: ContiguousArray<ObjectIdentifier?> = []
  @exclusivity(unchecked) private var states: ContiguousArray<State> = []
  @exclusivity(unchecked) private var values: [ValueKey: Any] = [:]
  @exclusivity(unchecked) private var interruptions: ContiguousArray<UInt8> = []
  /// Whether it is known which objects have several references, as it is from the first value on.
  @exclusivity(unchecked) private var hasCountedReferences = false

  private struct State: OptionSet {
    let rawValue: UInt8
    /// A value was created from it.
    static let seen = State(rawValue: 1)
    /// Its initializer is running.
    static let begun = State(rawValue: 2)
    /// Its initializer is waiting for another object.
    static let waiting = State(rawValue: 4)
    /// A value of it is cached.
    static let kept = State(rawValue: 8)
    /// The archive refers to it.
    static let referred = State(rawValue: 16)
    /// The archive refers to it more than once.
    static let repeated = State(rawValue: 32)
    /// It stands for a row of a table.
    static let row = State(rawValue: 64)
  }

  private struct ValueKey: Hashable {
    let number: Int
    let type: ObjectIdentifier
    let variant: Int
  }

  /// - Parameter count: the number of objects in the archive.
  init(count: Int) { self.count = count }

  /// The objects with their numbers, without those of rows.
  var numbered: [(number: Int, object: AnyObject)] {
    objects.enumerated().compactMap { number, object in
      number < states.count && states[number].contains(.row) ? nil : object.map { (number, $0) }
    }
  }

  func noteRow(_ number: Int) {
    makeStates()
    if number < states.count { states[number].insert(.row) }
  }

  private func makeStates() {
    if states.isEmpty { states = ContiguousArray(repeating: [], count: count) }
  }

  @inline(__always)
  subscript(number: Int) -> AnyObject? {
    get { number < objects.count ? objects[number] : nil }
    set {
      if objects.isEmpty { objects = ContiguousArray(repeating: nil, count: count) }
      if number < objects.count { objects[number] = newValue }
    }
  }

  /// The object if it exists and is of exactly this class.
  @inline(__always)
  func object(_ number: Int, ofClass type: ObjectIdentifier) -> AnyObject? {
    guard number < objects.count, let object = objects[number], ObjectIdentifier(Swift.type(of: object)) == type
    else { return nil }
    return object
  }

  func note(_ object: AnyObject, _ number: Int, madeAs type: any ArchivableObject.Type) {
    self[number] = object
    let isOwn = ObjectIdentifier(Swift.type(of: object)) == ObjectIdentifier(type)
    if isOwn && classes.isEmpty { return }
    if classes.isEmpty { classes = ContiguousArray(repeating: nil, count: count) }
    if number < classes.count { classes[number] = isOwn ? nil : ObjectIdentifier(type) }
  }

  /// Whether the object was created with the description of this class, which need not be its own.
  func isMade(_ number: Int, as type: any ArchivableObject.Type) -> Bool {
    if number < classes.count, let noted = classes[number] { return noted == ObjectIdentifier(type) }
    return object(number, ofClass: ObjectIdentifier(type)) != nil
  }

  /// A cached value.
  ///
  /// - Parameter variant: distinguishes values of one type that were created with different class lists.
  func value<Value>(_ number: Int, as type: Value.Type, _ variant: Int = 0) -> Value? {
    if values.isEmpty || number >= 0 && !(number < states.count && states[number].contains(.kept)) { return nil }
    return values[ValueKey(number: number, type: ObjectIdentifier(type), variant: variant)] as? Value
  }

  func keep<Value>(_ value: Value, _ number: Int, _ variant: Int = 0) {
    makeStates()
    if number >= 0, number < states.count { states[number].insert(.kept) }
    values[ValueKey(number: number, type: ObjectIdentifier(Value.self), variant: variant)] = value
  }

  /// Whether a value of it is cached.
  @inline(__always)
  func isKept(_ number: Int) -> Bool { number < states.count && states[number].contains(.kept) }

  /// Takes back that a text, data, a date, a decimal or a document was created from the object, and cached.
  func forgetLeafOrDocument(_ number: Int) {
    guard number < states.count else { return }
    states[number].remove(.seen)
    guard states[number].remove(.kept) != nil else { return }
    for type: Any.Type in [ArchiveValue.self, String.self, Data.self, Date.self, Decimal.self] {
      values[ValueKey(number: number, type: ObjectIdentifier(type), variant: 0)] = nil
    }
  }

  /// Notes that a value was created from the object.
  ///
  /// - Returns: whether to keep it: the object has several references, or had a value before, because an initializer asked twice.
  func noteSeen(_ number: Int, in archive: DecodingSession) throws -> Bool {
    makeStates()
    guard number < states.count else { return true }
    if !hasCountedReferences { countReferences(try archive.view(), archive.objects) }
    let before = states[number]
    states[number] = before.union(.seen)
    return !before.isDisjoint(with: [.seen, .repeated])
  }

  @inline(never)
  private func countReferences(_ view: PropertyListView, _ objects: PropertyListReferences) {
    hasCountedReferences = true
    states.withUnsafeMutableBufferPointer { states in
      RepeatedReferences.find(in: view, objects) { number, areSeveral in
        guard number < states.count else { return }
        let isRepeated = areSeveral || states[number].contains(.referred)
        states[number].formUnion(isRepeated ? [.referred, .repeated] : .referred)
      }
    }
  }

  /// Whether a value was created from the object.
  func isSeen(_ number: Int) -> Bool { number < states.count && states[number].contains(.seen) }

  /// The number of times that the object's initializer was interrupted to wait for another object, including this one.
  func noteInterruption(_ number: Int) -> Int {
    if interruptions.isEmpty { interruptions = ContiguousArray(repeating: 0, count: count) }
    guard number < interruptions.count else { return 1 }
    if interruptions[number] < .max { interruptions[number] += 1 }
    return Int(interruptions[number])
  }

  /// Whether the object is being created, or waits for another object, and therefore cannot be used by an initializer.
  @inline(__always)
  func isBegun(_ number: Int) -> Bool {
    number < states.count && !states[number].isDisjoint(with: [.begun, .waiting])
  }

  func begin(_ number: Int) {
    makeStates()
    if number < states.count { states[number].insert(.begun) }
  }

  func end(_ number: Int) {
    if number < states.count { states[number].remove(.begun) }
  }

  func setWaiting(_ number: Int, _ isWaiting: Bool) {
    guard number < states.count else { return }
    if isWaiting { states[number].insert(.waiting) } else { states[number].remove(.waiting) }
  }
}
