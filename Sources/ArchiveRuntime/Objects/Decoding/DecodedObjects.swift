/// What was made of an archive's objects.
struct DecodedObjects {
  private let count: Int
  private var objects: ContiguousArray<AnyObject?> = []
  /// The class by whose rules each object was made.
  private var classes: ContiguousArray<ObjectIdentifier?> = []
  private var states: ContiguousArray<State> = []
  private var values: [ValueKey: Any] = [:]
  private var interruptions: ContiguousArray<UInt8> = []

  private struct State: OptionSet {
    let rawValue: UInt8
    /// A value was made of it once; the next is kept.
    static let seen = State(rawValue: 1)
    /// Its initializer is running.
    static let begun = State(rawValue: 2)
    /// Its initializer waits for another object.
    static let waiting = State(rawValue: 4)
  }

  private struct ValueKey: Hashable {
    let number: Int
    let type: ObjectIdentifier
    let variant: Int
  }

  /// - Parameter count: of the objects in the archive, each of which has its bytes there.
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

  mutating func noteClass(_ type: any ArchivableObject.Type, of number: Int) {
    if classes.isEmpty { classes = ContiguousArray(repeating: nil, count: count) }
    if number < classes.count { classes[number] = ObjectIdentifier(type) }
  }

  /// Whether the object was made by the rules of this class, which need not be its own.
  func isMade(_ number: Int, as type: any ArchivableObject.Type) -> Bool {
    number < classes.count && classes[number] == ObjectIdentifier(type)
  }

  /// A value that was kept.
  ///
  /// - Parameter variant: Tells values of one type from each other that were made by other rules.
  func value<Value>(_ number: Int, as type: Value.Type, _ variant: Int = 0) -> Value? {
    if values.isEmpty { return nil }
    return values[ValueKey(number: number, type: ObjectIdentifier(type), variant: variant)] as? Value
  }

  mutating func keep<Value>(_ value: Value, _ number: Int, _ variant: Int = 0) {
    values[ValueKey(number: number, type: ObjectIdentifier(Value.self), variant: variant)] = value
  }

  /// Whether values were made of the object before.
  mutating func noteSeen(_ number: Int) -> Bool {
    makeStates()
    guard number < states.count else { return true }
    return !states[number].insert(.seen).inserted
  }

  /// How often the object's initializer has been interrupted to wait for another object, this time included.
  mutating func noteInterruption(_ number: Int) -> Int {
    if interruptions.isEmpty { interruptions = ContiguousArray(repeating: 0, count: count) }
    guard number < interruptions.count else { return 1 }
    if interruptions[number] < .max { interruptions[number] += 1 }
    return Int(interruptions[number])
  }

  /// Whether the object is being made already, or waits for another: it cannot be had to make one.
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
