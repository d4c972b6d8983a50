/// The objects and values that were created from an archive's objects.
struct DecodedObjects {
  private let count: Int
  private var objects: ContiguousArray<AnyObject?> = []
  /// The class description with which each object was created.
  private var classes: ContiguousArray<ObjectIdentifier?> = []
  private var states: ContiguousArray<State> = []
  private var values: [ValueKey: Any] = [:]
  private var interruptions: ContiguousArray<UInt8> = []
  /// Which objects have several references; nil before the first value is created.
  private var repeats: RepeatedReferences?

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
  }

  private struct ValueKey: Hashable {
    let number: Int
    let type: ObjectIdentifier
    let variant: Int
  }

  /// - Parameter count: the number of objects in the archive.
  init(count: Int) { self.count = count }

  /// The objects with their numbers.
  var numbered: [(number: Int, object: AnyObject)] {
    objects.enumerated().compactMap { number, object in object.map { (number, $0) } }
  }

  private mutating func makeStates() {
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

  /// Appends the object if it exists and is of exactly this class.
  @inline(__always)
  func append(_ number: Int, ofClass type: ObjectIdentifier, to list: inout [AnyObject]) -> Bool {
    guard number < objects.count, let object = objects[number], ObjectIdentifier(Swift.type(of: object)) == type
    else { return false }
    list.append(object)
    return true
  }

  mutating func noteClass(_ type: any ArchivableObject.Type, of number: Int) {
    if classes.isEmpty { classes = ContiguousArray(repeating: nil, count: count) }
    if number < classes.count { classes[number] = ObjectIdentifier(type) }
  }

  /// Whether the object was created with the description of this class, which need not be its own.
  func isMade(_ number: Int, as type: any ArchivableObject.Type) -> Bool {
    number < classes.count && classes[number] == ObjectIdentifier(type)
  }

  /// A cached value.
  ///
  /// - Parameter variant: distinguishes values of one type that were created with different class lists.
  func value<Value>(_ number: Int, as type: Value.Type, _ variant: Int = 0) -> Value? {
    if values.isEmpty || number >= 0 && !(number < states.count && states[number].contains(.kept)) { return nil }
    return values[ValueKey(number: number, type: ObjectIdentifier(type), variant: variant)] as? Value
  }

  mutating func keep<Value>(_ value: Value, _ number: Int, _ variant: Int = 0) {
    makeStates()
    if number >= 0, number < states.count { states[number].insert(.kept) }
    values[ValueKey(number: number, type: ObjectIdentifier(Value.self), variant: variant)] = value
  }

  /// Notes that a value was created from the object.
  ///
  /// - Returns: whether to keep it: the object has several references, or had a value before, because an initializer asked twice.
  mutating func noteSeen(_ number: Int, in archive: DecodingSession) throws -> Bool {
    makeStates()
    guard number < states.count else { return true }
    let isFirst = states[number].insert(.seen).inserted
    let known = try repeats ?? RepeatedReferences(try archive.view(), archive.objects)
    repeats = known
    return !isFirst || known[number]
  }

  /// Whether a value was created from the object.
  func isSeen(_ number: Int) -> Bool { number < states.count && states[number].contains(.seen) }

  /// The number of times that the object's initializer was interrupted to wait for another object, including this one.
  mutating func noteInterruption(_ number: Int) -> Int {
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

  mutating func begin(_ number: Int) {
    makeStates()
    if number < states.count { states[number].insert(.begun) }
  }

  mutating func end(_ number: Int) {
    if number < states.count { states[number].remove(.begun) }
  }

  mutating func setWaiting(_ number: Int, _ isWaiting: Bool) {
    guard number < states.count else { return }
    if isWaiting { states[number].insert(.waiting) } else { states[number].remove(.waiting) }
  }
}
