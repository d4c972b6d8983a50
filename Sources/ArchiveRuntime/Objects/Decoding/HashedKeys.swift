import Foundation

/// Keys of dictionaries and elements of sets that are objects or hold objects. Their hash may depend on what `connect(from:)`
/// reads, so all objects are connected before they are hashed, except for those that are just being created or connected.
struct HashedKeys {
  /// Whether a key or an element is or holds an object.
  var holdObjects = false
  /// The number of times that an initializer requested an object that is just being created.
  var circleCount = 0
  /// Checks that the hashes are still the same when all objects are connected.
  var checks: [(ObjectDecoder) throws -> Void] = []
}

extension ObjectDecoder {
  /// Checks the hashes of keys when all objects are connected.
  ///
  /// - Throws: `unstableHash`.
  func checkHashes() throws {
    let checks = hashedKeys.checks
    for check in checks { try check(self) }
  }

  /// Connects the objects that were created, before keys or elements of this type are hashed.
  ///
  /// - Throws: the request to do so first, after which this is called again.
  func connectBeforeHashing<Key>(_ type: Key.Type) throws {
    guard hashedKeys.holdObjects, !unfinished.toConnect.isEmpty, Self.mayHoldObjects(type) else { return }
    var started: Int?
    throw noted(Deferred(number: 0) { try $0.connectCreated(&started) })
  }

  /// Records the hashes of keys or elements, which may depend on an object that is not connected yet.
  ///
  /// - Parameters:
  ///   - numbers: the indices of the keys' objects.
  ///   - number: the collection's index in the archive.
  func noteHashes<Key: Hashable>(of keys: [Key], _ numbers: [Int], in number: Int) throws {
    guard hashedKeys.holdObjects, Self.mayHoldObjects(Key.self) else { return }
    try archive.charge(keys.count &* MemoryLayout<Int>.size)
    // They are hashed here, and when all objects are connected.
    for number in numbers {
      let work = try extent(of: number).work
      try archive.charge(work)
      try archive.charge(work)
    }
    let hashes = keys.map(\.hashValue)
    hashedKeys.checks.append { decoder in
      for (place, key) in keys.enumerated() where key.hashValue != hashes[place] {
        throw ArchiveError.unstableHash(
          path: decoder.path(toReference: number) + decoder.archive.step(place, in: number))
      }
    }
  }

  /// Most keys are texts, numbers and the like.
  private static func mayHoldObjects<Key>(_ type: Key.Type) -> Bool {
    if type is any PackableElement.Type || type is any RawRepresentable.Type { return false }
    return type != String.self && type != Data.self && type != UUID.self && type != Date.self && type != URL.self
  }

  /// Connects the objects that were created. It is a step of its own, which is run again after steps that it requests.
  ///
  /// - Parameter started: the object that it was connecting when it requested another step.
  private func connectCreated(_ started: inout Int?) throws {
    while true {
      let next: UnconnectedObject
      if let number = started, let known = unfinished.started[number] {
        next = known
      } else {
        guard let last = unfinished.toConnect.popLast() else { return }
        next = last
        started = next.number
        unfinished.started[next.number] = next
      }
      do {
        if try connectNow(next) { unfinished.noteConnected(next) } else { unfinished.postponed.append(next) }
      } catch let pending as Deferred {
        // Only the outermost run can pause, and the steps of others are forgotten.
        if pending.isPause {
          unfinished.toConnect += unfinished.started.sorted { $0.key < $1.key }.map(\.value)
          unfinished.started = [:]
        }
        throw pending
      }
      unfinished.started[next.number] = nil
      started = nil
    }
  }

  /// - Returns: whether it is connected. Otherwise it needs an object that is just being created, and is connected later.
  private func connectNow(_ next: UnconnectedObject) throws -> Bool {
    guard let body = next.archivedClass.connect else { return true }
    let outer = current
    defer { current = outer }
    let circleCount = hashedKeys.circleCount
    do {
      try archive.countAgain()
      current = try fields(of: next.number)
      try awaiting { try body(next.object, self) }
      // The app's code may have caught the error.
      if hashedKeys.circleCount == circleCount { return true }
    } catch let error where !(error is Deferred) && !Self.isLimit(error) {}
    try archive.charge(FailedDecodes.byteCount)
    return false
  }
}
