import Foundation

/// The objects that one call made, until they are whole.
struct UnfinishedObjects {
  /// Those to be connected with others, in the order in which they were made.
  var toConnect: [(number: Int, object: any ArchivableObject, archivedClass: ArchivedClass)] = []
  /// Those that are connected and still to be checked.
  var toValidate: [(object: AnyObject, validate: ArchivedClass.Validate)] = []
  /// All of them, which are forgotten if the call fails.
  var madeInCall: [Int] = []
}

extension ObjectDecoder {
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
    while let (number, object, archivedClass) = unfinished.toConnect.popLast() {
      if let body = archivedClass.connect { try connect(object, number, body) }
      if let validate = archivedClass.validate { unfinished.toValidate.append((object, validate)) }
    }
    for (object, validate) in unfinished.toValidate { try validate(object) }
    guard let result else { throw Self.over }
    isDone = true
    return result
  }

  /// Forgets what was noted in a call; and, unless it came to its end, the objects that it made.
  func endCall(_ isDone: Bool) {
    if !isDone { for number in unfinished.madeInCall { made[number] = nil } }
    unfinished = UnfinishedObjects()
    partial = [:]
  }

  private func connect(_ object: AnyObject, _ number: Int, _ body: @escaping ArchivedClass.Connect) throws {
    let outer = current
    defer { current = outer }
    try archive.countAgain()
    current = try fields(of: number)
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
