// Decoding on an actor that other code also needs: it pauses regularly, so that other code can use the actor. The work
// between two pauses is the same as when decoding without pauses.
extension ObjectDecoder {
  /// Decodes the archive's root.
  static func decodeRoot<Value: ArchivableValue>(
    _ type: Value.Type, from file: ParsedArchive, _ settings: ArchiveDecoder.Settings, _ slices: TimeSlices,
    _ monitor: WorkMonitor, _ isolation: isolated (any Actor)?
  ) async throws -> Value {
    let archive = try WorkMonitor.$current.withValue(monitor) { try DecodingSession.closed(file, settings.keyUse) }
    let decoder = try archive.reopened { try ObjectDecoder(archive, settings) }
    decoder.execution.slices = slices
    var isDone = false
    defer { decoder.endCall(isDone) }
    var root: Value?
    let first = Deferred(number: 0) { root = try $0.root(type) }
    try await decoder.run([first], slices, isolation)
    try await decoder.connectAll(slices, isolation)
    guard let root else { throw Self.over }
    try archive.reopened {
      try decoder.finishKeys(within: nil, isWhole: true)
      try decoder.releaseObjects()
    }
    settings.unused?.journal?.read { try $0.encode(root) }
    isDone = true
    return root
  }

  /// The archive's root, which may be null for an optional.
  func root<Value: ArchivableValue>(_ type: Value.Type) throws -> Value {
    guard let root = try referenceIfPresent(forKey: KeyedArchiveFormat.rootKey) else {
      throw ArchiveError.missingKey(path: KeyedArchiveFormat.rootKey)
    }
    return try Value.unarchived(ArchivedReference(number: root), from: self)
  }

  private func connectAll(_ slices: TimeSlices, _ isolation: isolated (any Actor)?) async throws {
    while let next = unfinished.next() {
      if let body = next.archivedClass.connect {
        let step = Deferred(number: 0) { decoder in
          decoder.current = try decoder.fields(of: next.number)
          try body(next.object, decoder)
        }
        try await run([step], slices, isolation)
      }
      unfinished.noteConnected(next)
    }
    try checkHashes()
    for (object, validate) in unfinished.toValidate {
      try validate(object)
      if slices.isOver { try await slices.pause(isolation) }
    }
  }

  /// Runs steps, the last one first, and before each step the steps that it requests.
  private func run(_ steps: [Deferred], _ slices: TimeSlices, _ isolation: isolated (any Actor)?) async throws {
    var stack = steps
    let outer = current
    defer {
      current = outer
      execution.reset()
      for step in stack { made.setWaiting(step.number, false) }
    }
    while !stack.isEmpty {
      try archive.reopened { try advance(&stack, outer) }
      if slices.isOver { try await slices.pause(isolation) }
    }
  }
}
