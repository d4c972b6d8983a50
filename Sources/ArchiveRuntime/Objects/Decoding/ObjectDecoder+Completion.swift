import Foundation

/// An object that has its second step before it.
struct UnconnectedObject {
  let number: Int
  let object: any ArchivableObject
  let archivedClass: ArchivedClass
  /// The place after the last key that its first step read; see ``ObjectFields/place``.
  let place: Int
}

/// The objects that one call created, until they are complete.
struct UnfinishedObjects {
  /// Objects to be connected, in the order of their creation.
  var toConnect: [UnconnectedObject] = []
  /// Objects that are being connected before keys are hashed, by their numbers.
  var started: [Int: UnconnectedObject] = [:]
  /// Objects that could not be connected before keys were hashed, because they need an object that is being created.
  var postponed: [UnconnectedObject] = []
  /// Objects that are connected and not yet validated.
  var toValidate: [(object: AnyObject, validate: ArchivedClass.Validate)] = []
  /// All created objects, which are discarded if the call fails.
  var madeInCall: [Int] = []
  /// The tables whose objects were created.
  var tablesInCall: [Int] = []

  /// The next object to connect, the last one first.
  mutating func next() -> UnconnectedObject? {
    if toConnect.isEmpty { swap(&toConnect, &postponed) }
    return toConnect.popLast()
  }

  mutating func noteConnected(_ done: UnconnectedObject) {
    if let validate = done.archivedClass.validate { toValidate.append((done.object, validate)) }
  }
}

extension ObjectDecoder {
  /// Reads what `body` asks an archive for. Only this function is generic: metadata of generic types took a tenth of the time of a small archive.
  ///
  /// - Parameter finish: is called when all objects are complete.
  static func read<Value>(
    _ file: ParsedArchive, _ shapes: ShapeTable, _ settings: ArchiveDecoder.Settings,
    _ body: (ObjectDecoder) throws -> Value, finish: (ObjectDecoder) throws -> Void
  ) throws -> Value {
    var value: Value?
    try DecodingSession.read(file, shapes, settings.keyUse) { archive in
      let decoder = try ObjectDecoder(archive, settings)
      try decoder.complete { value = try body(decoder) }
      try finish(decoder)
    }
    guard let value else { throw over }
    return value
  }

  /// Runs `body`, creates the objects that it needs first as often as it requests more, and then connects all objects.
  ///
  /// If this fails, the created objects are discarded, so that a later request gets complete objects or the error
  /// again.
  private func complete(_ body: () throws -> Void) throws {
    var isDone = false
    defer { endCall(isDone) }
    try withoutActuallyEscaping(body) { body in
      try run(0) { _ in try body() }
    }
    while let next = unfinished.next() {
      if let body = next.archivedClass.connect { try connect(next, body) }
      unfinished.noteConnected(next)
    }
    try checkHashes()
    for (object, validate) in unfinished.toValidate { try validate(object) }
    isDone = true
  }

  /// Clears the records of a call; unless it succeeded, also the objects that it created.
  func endCall(_ isDone: Bool) {
    if !isDone {
      for number in unfinished.madeInCall {
        // It is freed after the table was changed, because its `deinit` is the app's.
        withExtendedLifetime(made[number]) { made[number] = nil }
      }
      for number in unfinished.tablesInCall {
        withExtendedLifetime(tables[number]) { tables[number] = nil }
      }
    }
    unfinished = UnfinishedObjects()
    hashedKeys = HashedKeys()
    partial = [:]
  }

  private func connect(_ next: UnconnectedObject, _ body: @escaping ArchivedClass.Connect) throws {
    let (object, number) = (next.object, next.number)
    try archive.countAgain()
    var outer = try fields(of: number)
    // The second step usually reads the keys that follow. To search for the first of them took a twentieth of the time.
    outer.place = next.place
    swap(&current, &outer)
    defer { swap(&current, &outer) }
    do {
      return try awaiting { try body(object, self) }
    } catch let asked as Deferred {
      execution.pending = nil
      try run(asked.number, asked.make)
      try run(0) { decoder in
        decoder.current = try decoder.fields(of: number)
        try body(object, decoder)
      }
    }
  }
}
