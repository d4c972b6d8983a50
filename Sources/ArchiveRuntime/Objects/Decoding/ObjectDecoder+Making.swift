import Foundation

/// An object or value that is to be made before whoever asked for it; thrown through the initializers of those who did,
/// never to another thread.
struct Pending: Error, @unchecked Sendable {
  let number: Int
  let make: (ObjectDecoder) throws -> Void
}

extension ObjectDecoder {
  /// Initializers call each other to this depth; beyond, the innermost object is made first, from the bottom of the
  /// stack. It bounds the stack that decoding takes: some 32 of the app's own frames.
  private static let maximumDepth = 32

  // MARK: Objects

  /// An object of a class, made if it was not yet.
  @inline(__always)
  func object<Object: ArchivableObject>(_ number: Int, as type: Object.Type) throws -> Object {
    let object: AnyObject
    if let known = made[number] {
      object = known
      if Swift.type(of: known) != type { try checkPlace(of: number, type) }
    } else {
      object = try make(number, asked: type)
    }
    if Swift.type(of: object) == type { return unsafeDowncast(object, to: Object.self) }
    guard let object = object as? Object else {
      throw ArchiveError.typeNotAllowed(
        path: path(toReference: number), found: ArchivedTypeName.name(of: Swift.type(of: object)),
        expected: ArchivedClass.name(of: type))
    }
    return object
  }

  /// Checks that an object which was made for another place may stand here as well, so that it does not matter which of
  /// them is read first.
  ///
  /// - Throws: `typeNotAllowed`; `ambiguousClassName` where the place asks for another class of the same archived name.
  private func checkPlace(of number: Int, _ asked: any ArchivableObject.Type) throws {
    let classNumber = try classNumber(of: try fields(of: number))
    let wanted = try types.type(classNumber, asked: asked, archive, settings) { path(toReference: number) }
    guard !made.isMade(number, as: wanted.type), let object = made[number] else { return }
    throw ArchiveError.ambiguousClassName(
      name: try types.name(of: classNumber, archive),
      types: [String(reflecting: Swift.type(of: object)), String(reflecting: wanted.type)])
  }

  /// An object of one of several classes, which `variant` stands for.
  func object(
    _ number: Int, ofAny asked: [any ArchivableObject.Type], _ variant: Int
  ) throws -> any ArchivableObject {
    guard number != 0 else { throw nullReference() }
    func notAllowed(_ found: String) -> ArchiveError {
      .typeNotAllowed(
        path: path(toReference: number), found: found,
        expected: asked.map { ArchivedClass.name(of: $0) }.joined(separator: ", "))
    }
    let classNumber = try classNumber(of: try fields(of: number))
    guard let place = try types.place(classNumber, among: asked, variant: variant, archive, settings) else {
      throw notAllowed(try types.shownName(of: classNumber, archive, settings))
    }
    let object: AnyObject
    if let known = made[number] {
      object = known
      try checkPlace(of: number, asked[place])
    } else {
      object = try make(number, asked: asked[place])
    }
    // What was made may be replaced by an object of any of them.
    for type in asked { if let object = Self.cast(object, to: type) { return object } }
    throw notAllowed(ArchivedTypeName.name(of: Swift.type(of: object)))
  }

  /// Whether the object may stand where the class is declared. To try and to catch would look for a path every time.
  func allows<Object: ArchivableObject>(_ number: Int, _ type: Object.Type) throws -> Bool {
    let place = try types.place(
      try classNumber(of: try fields(of: number)), among: [type], variant: variant(of: [type]), archive, settings)
    guard let known = made[number] else { return place != nil }
    return place != nil && known is Object
  }

  private static func cast<Object: ArchivableObject>(_ object: AnyObject, to type: Object.Type) -> Object? {
    Swift.type(of: object) == type ? unsafeDowncast(object, to: type) : object as? Object
  }

  private func make(_ number: Int, asked: any ArchivableObject.Type) throws -> AnyObject {
    if let known = made[number] { return known }
    guard number != 0 else { throw nullReference() }
    let request = MakeRequest(number: number, type: ObjectIdentifier(asked), variant: 0)
    try failures.check(request)
    // Whoever swallowed what it is to wait for is begun again: nothing that it asks for now is of use.
    if let pending { throw pending }
    // Who is being made has not failed: this is the asker's error.
    guard !made.isBegun(number) else { throw circle(number) }
    do { return try makeNow(number, asked: asked) } catch let error where !(error is Pending) {
      throw failed(request, error)
    }
  }

  private func makeNow(_ number: Int, asked: any ArchivableObject.Type) throws -> AnyObject {
    let fields = try fields(of: number)
    let archivedClass = try types.type(try classNumber(of: fields), asked: asked, archive, settings) {
      path(toReference: number)
    }
    guard depth < Self.maximumDepth, slices?.mayBeginObject() != false else {
      throw noted(Pending(number: number) { _ = try $0.make(number, asked: asked) })
    }
    made.begin(number)
    let outer = current
    depth += 1
    current = fields
    // An object may have keys of which nobody reads one.
    archive.use?.flags(number, fields.dictionary)
    defer {
      current = outer
      depth -= 1
      made.end(number)
    }
    let original = try awaiting { try archivedClass.make(self) }
    let object = try settings.replacement(ofDecoded: original, archivedClass)
    made[number] = object
    made.noteClass(archivedClass.type, of: number)
    // One that stands for others as well is connected once, by whoever made it.
    if object === original, archivedClass.hasSecondStep { unconnected.append((number, object, archivedClass)) }
    madeInCall.append(number)
    failures.forgetCircles()
    return object
  }

  // MARK: Values

  /// A value that stands as an object of its own. Of one that many refer to, one is made and kept: what costs time and
  /// memory is in the archive's bytes, not in its references.
  ///
  /// - Parameter variant: Tells values of one type from each other that are made by other rules.
  func value<Value>(
    _ number: Int, as type: Value.Type, _ variant: Int = 0, _ make: @escaping () throws -> Value
  ) throws -> Value {
    if let known = made.value(number, as: type, variant) { return known }
    guard number != 0 else { throw nullReference() }
    let request = MakeRequest(number: number, type: ObjectIdentifier(type), variant: variant)
    try failures.check(request)
    // Whoever swallowed what it is to wait for is begun again: nothing that it asks for now is of use.
    if let pending { throw pending }
    // Who is being made has not failed: this is the asker's error.
    guard !made.isBegun(number) else { throw circle(number) }
    do { return try valueNow(number, as: type, variant, make) } catch let error where !(error is Pending) {
      throw failed(request, error)
    }
  }

  private func valueNow<Value>(
    _ number: Int, as type: Value.Type, _ variant: Int, _ make: @escaping () throws -> Value
  ) throws -> Value {
    guard depth < Self.maximumDepth else {
      throw noted(
        Pending(number: number) { decoder in
          let value = try decoder.value(number, as: type, variant, make)
          decoder.made.keep(value, number, variant)
        })
    }
    made.begin(number)
    depth += 1
    defer {
      depth -= 1
      made.end(number)
    }
    let value: Value
    do {
      value = try awaiting(make)
    } catch is Pending where depth > Self.maximumDepth / 2 {
      // Begun again from the bottom of the stack, it need not be begun again for every element that waits.
      throw noted(
        Pending(number: number) { decoder in
          let value = try decoder.value(number, as: type, variant, make)
          decoder.made.keep(value, number, variant)
        })
    }
    if made.noteSeen(number) { made.keep(value, number, variant) }
    return value
  }

  func nullReference() -> ArchiveError {
    .missingKey(path: current.number == 0 ? KeyedArchive.rootKey : path(toReference: current.number))
  }

  private func circle(_ number: Int) -> ArchiveError {
    .circularInitialization(path: path(toReference: number))
  }

  /// Runs code of the app's. What it is to wait for goes before its own errors, and is thrown even if it was swallowed.
  func awaiting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      let result = try body()
      guard let pending else { return result }
      throw pending
    } catch let error where !(error is Pending) {
      throw pending ?? error
    }
  }

  /// Notes what cannot be made: whoever asks again gets the error again, and at once. Else those who swallow errors could
  /// have objects tried over and over, twice as often with every level of references.
  private func failed(_ request: MakeRequest, _ error: any Error) -> any Error {
    do { try archive.charge(FailedRequests.byteCount) } catch { failures.limit = error }
    if Self.isLimit(error) { failures.limit = error }
    failures.note(request, error)
    return error
  }

  static func isLimit(_ error: any Error) -> Bool {
    if case ArchiveError.limitExceeded = error { true } else { false }
  }

  private func noted(_ pending: Pending) -> Pending {
    self.pending = pending
    return pending
  }

  // MARK: The whole

  /// Runs `body`, and makes what it needs beforehand as often as it asks for more; then connects all objects.
  ///
  /// When that fails, the objects made are forgotten: whoever asks for them again gets whole ones or the error again.
  func complete<Value>(_ body: () throws -> Value) throws -> Value {
    var isDone = false
    defer { endCall(isDone) }
    var result: Value?
    try withoutActuallyEscaping(body) { body in
      try run(0) { _ in result = try body() }
    }
    while let (number, object, archivedClass) = unconnected.popLast() {
      if let body = archivedClass.connect { try connect(object, number, body) }
      if let validate = archivedClass.validate { connected.append((object, validate)) }
    }
    for (object, validate) in connected { try validate(object) }
    guard let result else { throw Self.over }
    isDone = true
    return result
  }

  /// Forgets what was noted in a call; and, unless it came to its end, the objects that it made.
  func endCall(_ isDone: Bool) {
    if !isDone { for number in madeInCall { made[number] = nil } }
    madeInCall = []
    partial = [:]
    unconnected = []
    connected = []
  }

  private func connect(_ object: AnyObject, _ number: Int, _ body: @escaping ArchivedClass.Connect) throws {
    let outer = current
    defer { current = outer }
    try archive.countAgain()
    current = try fields(of: number)
    do {
      return try awaiting { try body(object, self) }
    } catch let asked as Pending {
      pending = nil
      try run(asked.number, asked.make)
      try run(0) { decoder in
        decoder.current = try decoder.fields(of: number)
        try body(object, decoder)
      }
    }
  }

  /// Does a step, and before it all that it asks for: by a stack of its own, so that a chain may be of any length.
  private func run(_ number: Int, _ step: @escaping (ObjectDecoder) throws -> Void) throws {
    var stack = [Pending(number: number, make: step)]
    let outer = current
    defer {
      current = outer
      depth = 0
      pending = nil
      for step in stack { made.setWaiting(step.number, false) }
    }
    while !stack.isEmpty { try advance(&stack, outer) }
  }

  /// Does the last step, unless it asks for something: that is put behind it then, and goes first.
  func advance(_ stack: inout [Pending], _ outer: ObjectFields) throws {
    guard let step = stack.last else { return }
    current = outer
    depth = 0
    pending = nil
    made.setWaiting(step.number, false)
    do {
      try awaiting { try step.make(self) }
      stack.removeLast()
    } catch let asked as Pending {
      if step.number != 0 { made.setWaiting(step.number, true) }
      stack.append(asked)
    } catch {
      // That it cannot be made is for those to know who asked for it, and may do without. A limit ends it all.
      guard stack.count > 1, !Self.isLimit(error) else { throw error }
      stack.removeLast()
    }
  }

  // MARK: The archive's parts

  /// The fields of an object.
  func fields(of number: Int) throws -> ObjectFields {
    guard case .dictionary(let dictionary) = try archive.object(number) else {
      let found = try archive.object(number)
      if try archive.isNullText(found) { throw nullReference() }
      throw ArchiveError.wrongType(path: path(toReference: number), expected: "an object", found: kindName(found))
    }
    return ObjectFields(number, dictionary, try archive.shape(of: dictionary))
  }

  @inline(__always)
  func classNumber(of fields: ObjectFields) throws -> Int {
    guard let position = fields.shape.classPosition,
      case .uid(let number) = try archive.node(position, of: fields.dictionary)
    else { throw ArchiveError.missingKey(path: path(toReference: fields.number) + ".$class") }
    return number
  }

  func className(of number: Int) throws -> String {
    try types.name(of: try classNumber(of: try fields(of: number)), archive)
  }

  /// Reads an object's values.
  func within<Value>(_ number: Int, _ body: () throws -> Value) throws -> Value {
    let outer = current
    defer { current = outer }
    current = try fields(of: number)
    archive.use?.flags(number, current.dictionary)
    return try body()
  }

  /// - Throws: `typeNotAllowed` when the object is not one of this type's.
  func checkClass(_ number: Int, isThatOf type: any ArchivableComposite.Type) throws {
    let classNumber = try classNumber(of: try fields(of: number))
    guard try types.isClass(classNumber, of: type, archive, settings) else {
      throw ArchiveError.typeNotAllowed(
        path: path(toReference: number), found: try types.shownName(of: classNumber, archive, settings),
        expected: type.archivedClassName)
    }
  }

  /// The key path of a reference from the object that is read now.
  func path(toReference number: Int) -> String { archive.path(to: number) }
}
