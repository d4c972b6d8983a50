import Foundation

/// The types of the written objects: their classes in the archive, and the common properties of their objects.
struct EncodedTypes {
  /// The common properties of the objects of one type.
  final class State {
    /// nil until the first one is written.
    @exclusivity(unchecked) fileprivate var classNumber: Int?
    /// The description of the class; nil for values.
    let archivedClass: ArchivedClass?
    @exclusivity(unchecked) var expectedKeys: [KeyLog.ExpectedKey] = []

    init(_ archivedClass: ArchivedClass?) { self.archivedClass = archivedClass }
  }

  private var states = SmallTable<ObjectIdentifier, State>()
  private var last: (id: ObjectIdentifier, state: State)?
  /// The classes in the archive, by their names and those of their superclasses.
  private var numbers = SmallTable<[ExactText], Int>()
  /// The classes of Foundation, of which there are only a few.
  private var foundationNumbers: [(known: FoundationClass, number: Int)] = []
  /// The types by their archived names, because a reader could not distinguish two types with one name.
  private var owners = SmallTable<ExactText, Any.Type>()

  // MARK: States

  /// - Throws: `notArchivable` for a subclass without a description.
  mutating func state(ofObject type: any ArchivableObject.Type) throws(ArchiveError) -> State {
    let id = ObjectIdentifier(type)
    if let last, last.id == id { return last.state }
    let state: State
    if let known = states[id] { state = known } else { state = State(try ArchivedClass.of(type)) }
    states.set(id, to: state)
    last = (id, state)
    return state
  }

  /// - Throws: `ambiguousClassName`.
  mutating func state(
    of type: any ArchivableComposite.Type, _ settings: ObjectEncodingSettings, into sink: inout PropertyListSink
  ) throws(ArchiveError) -> (State, classNumber: Int) {
    let id = ObjectIdentifier(type)
    if let last, last.id == id, let number = last.state.classNumber { return (last.state, number) }
    let state = states[id] ?? State(nil)
    let classNumber: Int
    if let known = state.classNumber {
      classNumber = known
    } else {
      let names = settings.names(of: type)
      classNumber = try number(names, of: type, into: &sink)
      if let observer = sink.observer, let name = names.first, !type.archivedIdentity.isEmpty {
        observer.wrote(identity: type.archivedIdentity, ofClass: name)
      }
    }
    state.classNumber = classNumber
    states.set(id, to: state)
    last = (id, state)
    return (state, classNumber)
  }

  /// Clears cached states, because names may change.
  mutating func forgetStates() {
    states = SmallTable()
    last = nil
  }

  // MARK: Classes

  /// The class of the type's objects, which is added to the archive for the first one.
  ///
  /// - Throws: `ambiguousClassName`.
  @inline(__always)
  mutating func classNumber(
    _ state: State, _ archivedClass: ArchivedClass, _ settings: ObjectEncodingSettings,
    into sink: inout PropertyListSink
  ) throws(ArchiveError) -> Int {
    if let known = state.classNumber { return known }
    let number = try number(settings.names(of: archivedClass), of: archivedClass.type, into: &sink)
    state.classNumber = number
    return number
  }

  /// - Throws: `ambiguousClassName` if another type has the name.
  private mutating func number(
    _ names: [String], of type: Any.Type, into sink: inout PropertyListSink
  ) throws(ArchiveError) -> Int {
    let owner: Any.Type =
      switch type {
      case is any ArchivedRange.Type: (any ArchivedRange).self
      case is any ArchivedTuple.Type: (any ArchivedTuple).self
      default: type
      }
    if let name = names.first {
      if let other = owners[ExactText(name)], other != owner {
        throw .ambiguousClassName(name: name, types: [String(reflecting: other), String(reflecting: type)])
      }
      owners.set(ExactText(name), to: owner)
    }
    return number(names, into: &sink)
  }

  /// The class with these names, its own name first.
  mutating func number(_ names: [String], into sink: inout PropertyListSink) -> Int {
    let exactNames = names.map(ExactText.init)
    if let known = numbers[exactNames] { return known }
    let number = sink.addClass(names)
    numbers.set(exactNames, to: number)
    return number
  }

  mutating func number(of known: FoundationClass, into sink: inout PropertyListSink) -> Int {
    for entry in foundationNumbers where entry.known == known { return entry.number }
    let number = number(known.names, into: &sink)
    foundationNumbers.append((known, number))
    return number
  }

  // MARK: Undoing failed calls

  /// The state to which a failed call returns.
  struct Mark {
    fileprivate let owners: SmallTable<ExactText, Any.Type>
  }

  var mark: Mark { Mark(owners: owners) }

  /// Removes the classes among objects that were taken back.
  mutating func takeBack(to mark: Mark, _ objectCount: Int) {
    owners = mark.owners
    numbers.keep { $0 < objectCount }
    foundationNumbers.removeAll { $0.number >= objectCount }
    forgetStates()
  }
}
