import Foundation

extension ObjectDecoder {
  // MARK: Objects

  /// An object of a class, which is created if it does not exist yet.
  @inline(__always)
  func object<Object: ArchivableObject>(_ number: Int, as type: Object.Type) throws -> Object {
    if keyCharges.depth > 0 { hashedKeys.holdObjects = true }
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

  /// Checks that an object that was created for another place is also allowed here, so that the order of reading does
  /// not matter.
  ///
  /// - Throws: `typeNotAllowed`; `ambiguousClassName` if another class with the same archived name is requested here.
  private func checkPlace(of number: Int, _ asked: any ArchivableObject.Type) throws {
    let classNumber = try classNumber(of: try fields(of: number))
    let wanted = try types.type(classNumber, asked: asked, archive, objectSettings) { path(toReference: number) }
    guard !made.isMade(number, as: wanted.type), let object = made[number] else { return }
    throw ArchiveError.ambiguousClassName(
      name: try types.name(of: classNumber, archive),
      types: [String(reflecting: Swift.type(of: object)), String(reflecting: wanted.type)])
  }

  /// An object of one of several classes, which `variant` identifies.
  func object(
    _ number: Int, ofAny asked: [any ArchivableObject.Type], _ variant: Int
  ) throws -> any ArchivableObject {
    guard number != 0 else { throw nullReference() }
    if keyCharges.depth > 0 { hashedKeys.holdObjects = true }
    func notAllowed(_ found: String) -> ArchiveError {
      .typeNotAllowed(
        path: path(toReference: number), found: found,
        expected: asked.map { ArchivedClass.name(of: $0) }.joined(separator: ", "))
    }
    let classNumber = try classNumber(of: try fields(of: number))
    guard let place = try types.place(classNumber, among: asked, variant: variant, archive, objectSettings) else {
      throw notAllowed(try types.shownName(of: classNumber, archive, objectSettings))
    }
    let object: AnyObject
    if let known = made[number] {
      object = known
      try checkPlace(of: number, asked[place])
    } else {
      object = try make(number, asked: asked[place])
    }
    // The created object may have been replaced by an object of any of them.
    for type in asked { if let object = Self.cast(object, to: type) { return object } }
    throw notAllowed(ArchivedTypeName.name(of: Swift.type(of: object)))
  }

  /// Whether the object is allowed where the class is declared. Catching an error would compute a path every time.
  func allows<Object: ArchivableObject>(_ number: Int, _ type: Object.Type) throws -> Bool {
    let place = try types.place(
      try classNumber(of: try fields(of: number)), among: [type], variant: variant(of: [type]), archive, objectSettings)
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
    while true {
      try checkMayMake(request)
      do { return try makeNow(number, asked: asked) } catch let pending as Deferred {
        try makeOnTop(pending)
        // It may have been created meanwhile as a separate step.
        if let known = made[number] { return known }
      } catch {
        throw failed(request, error)
      }
    }
  }

  /// - Throws: the error with which this failed before; the pending request; an error if it needs itself.
  private func checkMayMake(_ request: MakeRequest) throws {
    try failures.check(request)
    // An initializer that caught the pending request is restarted, so its further requests are ignored.
    if let pending = execution.pending { throw pending }
    // The error belongs to the requesting object, not to the one that is being created.
    guard !made.isBegun(request.number) else { throw circle(request.number) }
  }

  private func makeNow(_ number: Int, asked: any ArchivableObject.Type) throws -> AnyObject {
    var outer = try fields(of: number)
    let classNumber = try classNumber(of: outer)
    let archivedClass = try types.type(classNumber, asked: asked, archive, objectSettings) {
      path(toReference: number)
    }
    func waiting(isPause: Bool = false, isOwnStep: Bool = false) -> Deferred {
      noted(
        Deferred(
          number: number, make: { _ = try $0.make(number, asked: asked) }, isPause: isPause, isOwnStep: isOwnStep))
    }
    guard execution.depth < Self.maximumDepth else { throw waiting() }
    if execution.slices?.mayBeginObject() == false { throw waiting(isPause: true) }
    made.begin(number)
    execution.depth += 1
    swap(&current, &outer)
    // An object may have keys of which none is read.
    archive.use?.flags(number, current.dictionary)
    defer {
      swap(&current, &outer)
      execution.depth -= 1
      made.end(number)
    }
    if let table = archivedClass.table, try types.isRow(classNumber, archive) {
      // The table has created it, and its second step is behind it.
      let object = try object(ofRowIn: table)
      note(object, number, archivedClass)
      made.noteRow(number)
      return object
    }
    let original: any ArchivableObject
    do {
      original = try awaiting { try archivedClass.make(self) }
    } catch let pending as Deferred where isToBeStep(number, pending) {
      throw waiting(isOwnStep: true)
    }
    let object =
      mayReplace || archivedClass.replacementAfterDecoding != nil
      ? try objectSettings.replacement(ofDecoded: original, archivedClass) : original
    // An object that replaces others as well is connected once, when it is created itself.
    if object === original, archivedClass.hasSecondStep {
      unfinished.toConnect.append(
        UnconnectedObject(number: number, object: object, archivedClass: archivedClass, place: current.place))
    }
    note(object, number, archivedClass)
    return object
  }

  @inline(__always)
  private func note(_ object: any ArchivableObject, _ number: Int, _ archivedClass: ArchivedClass) {
    made.note(object, number, madeAs: archivedClass.type)
    unfinished.madeInCall.append(number)
    failures.forgetCircles()
  }

  // MARK: Values

  /// A value that is a separate object. A value with several references is created once and cached, so that time and
  /// memory depend on the archive's bytes and not on its references.
  ///
  /// - Parameter variant: distinguishes values of one type that are created with different class lists.
  func value<Value>(
    _ number: Int, as type: Value.Type, _ variant: Int = 0, _ make: @escaping () throws -> Value
  ) throws -> Value {
    if let known = made.value(number, as: type, variant) { return known }
    guard number != 0 else { throw nullReference() }
    let request = MakeRequest(number: number, type: ObjectIdentifier(type), variant: variant)
    while true {
      try checkMayMake(request)
      do { return try valueNow(number, as: type, variant, make) } catch let pending as Deferred {
        try makeOnTop(pending)
        // It may have been created meanwhile as a separate step.
        if let known = made.value(number, as: type, variant) { return known }
      } catch {
        throw failed(request, error)
      }
    }
  }

  /// Makes another value of an object of which a value is being made, where the one consists of nothing but the other: a date in
  /// a type of the app that is stored as a date.
  func makingAgain<Value>(_ number: Int, _ make: () throws -> Value) rethrows -> Value {
    guard made.isBegun(number) else { return try make() }
    made.end(number)
    defer { made.begin(number) }
    return try make()
  }

  private func valueNow<Value>(
    _ number: Int, as type: Value.Type, _ variant: Int, _ make: @escaping () throws -> Value
  ) throws -> Value {
    func waiting(isPause: Bool = false, isOwnStep: Bool = false) -> Deferred {
      noted(
        Deferred(
          number: number,
          make: { decoder in
            let value = try decoder.value(number, as: type, variant, make)
            decoder.made.keep(value, number, variant)
          }, isPause: isPause, isOwnStep: isOwnStep))
    }
    guard execution.depth < Self.maximumDepth else { throw waiting() }
    made.begin(number)
    execution.depth += 1
    defer {
      execution.depth -= 1
      made.end(number)
    }
    let value: Value
    do {
      value = try awaiting(make)
    } catch let pending as Deferred where execution.depth > Self.maximumDepth / 2 || isToBeStep(number, pending) {
      // Since it is restarted from the bottom of the stack, it need not be restarted for every waiting element.
      throw waiting(isPause: pending.isPause, isOwnStep: true)
    }
    if try made.noteSeen(number, in: archive) { made.keep(value, number, variant) }
    return value
  }

  func nullReference() -> ArchiveError {
    .missingKey(path: current.number == 0 ? KeyedArchiveFormat.rootKey : path(toReference: current.number))
  }

  func circle(_ number: Int) -> ArchiveError {
    hashedKeys.circleCount += 1
    return .circularInitialization(path: path(toReference: number))
  }

  /// Records a failure, so that the same request fails again immediately. Otherwise code that catches errors could have
  /// objects tried repeatedly, twice as often with every level of references.
  private func failed(_ request: MakeRequest, _ error: any Error) -> any Error {
    do { try archive.charge(FailedDecodes.byteCount) } catch { failures.limit = error }
    if Self.isLimit(error) { failures.limit = error }
    failures.note(request, error)
    return error
  }

  static func isLimit(_ error: any Error) -> Bool {
    if case ArchiveError.Code.limitExceeded = error { true } else { false }
  }
}
