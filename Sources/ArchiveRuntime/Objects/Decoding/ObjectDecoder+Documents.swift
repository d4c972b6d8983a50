import Foundation

/// Documents that are read with a stack of their containers, in one loop. Elsewhere each container is a value that is prepared to wait
/// for an object, which took half of the time.
///
/// As for other plain values, what is not plain is read from its beginning in the general way, errors included; and containers with
/// several references are created once, or twice in an archive of which it is not known which these are.
extension ObjectDecoder {
  /// What is read of a document, to be taken back.
  private struct DocumentInProgress {
    /// The containers that are being read, the innermost last.
    var begun: [Container] = []
    /// The objects from which values were created.
    var seen: [Int] = []
  }

  /// A container that is being read.
  private struct Container {
    let number: Int
    let values: PropertyListReferences
    let content: Content
    /// The elements so far; none for a dictionary with known keys.
    var elements: [ArchiveValue] = []
    /// The dictionary, if its keys are known.
    var entries: [String: ArchiveValue] = [:]
    /// The number of elements so far.
    var count = 0
    /// The depth of the deepest container in it.
    var nesting: Int32 = 0

    enum Content {
      case list
      case set
      case dictionary(keys: PropertyListReferences)
      case knownKeys(KnownKeys)
    }

    @inline(__always)
    mutating func append(_ value: ArchiveValue) {
      if case .knownKeys(let known) = content {
        entries.values[known.places[count]] = value
      } else {
        elements.append(value)
      }
      count &+= 1
    }
  }

  private enum Element {
    case value(ArchiveValue)
    /// A container that was created before.
    case known(ArchiveValue)
    /// A container that has to be read.
    case begun
  }

  /// - Returns: nil for everything that is not plain.
  func plainDocument(_ number: Int) -> ArchiveValue? {
    guard !hasReadDocumentsAgain, execution.slices == nil, mayBePlain(number) else { return nil }
    let (charged, marks) = (archive.charged, keyCharges.marks)
    var progress = DocumentInProgress()
    do { if let document = try document(number, &progress) { return document } } catch {}
    for container in progress.begun { made.end(container.number) }
    for number in progress.seen { made.forgetLeafOrDocument(number) }
    archive.takeBackCharges(to: charged)
    keyCharges.marks = marks
    // Containers in it are not tried again, each of which might be given up at its end.
    if !progress.begun.isEmpty || !progress.seen.isEmpty { hasReadDocumentsAgain = true }
    return nil
  }

  private func document(_ number: Int, _ progress: inout DocumentInProgress) throws -> ArchiveValue? {
    guard case .dictionary(let dictionary) = try archive.object(number),
      try begin(number, dictionary, try archive.shape(of: dictionary), &progress)
    else { return nil }
    reading: while true {
      let last = progress.begun.count &- 1
      let values = progress.begun[last].values
      while progress.begun[last].count < values.count {
        guard let number = try archive.reference(progress.begun[last].count, in: values),
          let element = try element(number, &progress)
        else { return nil }
        switch element {
        case .value(let value): progress.begun[last].append(value)
        case .known(let value): note(value, number, in: &progress.begun[last])
        case .begun: continue reading
        }
      }
      let value = try value(of: &progress.begun[last], &progress.seen)
      let number = progress.begun[last].number
      progress.begun.removeLast()
      made.end(number)
      progress.seen.append(number)
      if try made.noteSeen(number, in: archive) { made.keep(value, number) }
      guard last > 0 else { return value }
      note(value, number, in: &progress.begun[last &- 1])
    }
  }

  @inline(__always)
  private func note(_ value: ArchiveValue, _ number: Int, in container: inout Container) {
    container.append(value)
    container.nesting = max(container.nesting, nesting(of: number))
  }

  /// - Returns: nil for what is not plain.
  @inline(__always)
  private func element(_ number: Int, _ progress: inout DocumentInProgress) throws -> Element? {
    if number == 0 { return .value(.null) }
    let node = try archive.object(number)
    switch node {
    case .null: return .value(.null)
    case .bool(let value): return .value(.bool(value))
    case .integer(let value): return .value(.integer(value))
    case .real64(let bits): return .value(.double(Double(bitPattern: bits)))
    case .string(let text):
      return .value(try archive.isNullText(node) ? .null : .string(try self.text(number, text, &progress.seen)))
    case .dictionary(let dictionary): return try object(number, dictionary, &progress)
    case .wideInteger(let value): return value.uint64.map { .value(.unsigned($0)) }
    // The search for the path of an error is not begun here.
    case .array, .set, .uid: return nil
    default:
      progress.seen.append(number)
      return .value(try ArchiveValue.unarchived(ArchivedReference(number: number), from: self))
    }
  }

  private func object(
    _ number: Int, _ dictionary: PropertyListDictionary, _ progress: inout DocumentInProgress
  ) throws -> Element? {
    let shape = try archive.shape(of: dictionary)
    if try begin(number, dictionary, shape, &progress) { return .begun }
    switch try foundationClass(of: ObjectFields(number, dictionary, shape)) {
    case .array, .orderedSet, .set, .dictionary: return made.value(number, as: ArchiveValue.self).map(Element.known)
    case .null: return .value(.null)
    case .date:
      if let known = made.value(number, as: Date.self) { return .value(.date(known)) }
      progress.seen.append(number)
      return plainDate(number, dictionary).map { .value(.date($0)) }
    case .decimal:
      if let known = made.value(number, as: Decimal.self) { return .value(.decimal(known)) }
      progress.seen.append(number)
      return Decimal.plain(number, from: self).map { .value(.decimal($0)) }
    default: return nil
    }
  }

  /// Begins a container.
  ///
  /// - Returns: false if it is none, if it was created before, and if it is being read.
  private func begin(
    _ number: Int, _ dictionary: PropertyListDictionary, _ shape: ObjectShape, _ progress: inout DocumentInProgress
  ) throws -> Bool {
    guard !made.isBegun(number), !made.isKept(number), let classPosition = shape.classPosition,
      let classNumber = try archive.reference(classPosition, in: dictionary.values),
      let known = try types.foundationClass(classNumber, archive),
      known == .dictionary || known.isList,
      let position = shape.position(of: CollectionKey.objects, archive.shapes.keyNames),
      let values = try archive.list(position, of: dictionary)
    else { return false }
    var container: Container
    if known == .dictionary {
      guard let position = shape.position(of: CollectionKey.keys, archive.shapes.keyNames),
        let keys = try archive.list(position, of: dictionary), keys.count == values.count
      else { return false }
      try archive.charge(keys.count &* (MemoryLayout<Int>.stride &+ MemoryLayout<String>.stride))
      let known = try documentKeys.known(keys, try archive.view()) { try knownKeys(keys, &progress.seen) }
      if let known {
        try archive.charge(known.charge)
        keyCharges.marks &+= known.marks
        container = Container(number: number, values: values, content: .knownKeys(known), entries: known.entries)
      } else {
        container = Container(number: number, values: values, content: .dictionary(keys: keys))
      }
    } else {
      container = Container(number: number, values: values, content: known == .set ? .set : .list)
    }
    try archive.charge(values.count &* (MemoryLayout<Int>.stride &+ MemoryLayout<ArchiveValue>.stride))
    if container.entries.isEmpty { container.elements.reserveCapacity(values.count) }
    made.begin(number)
    progress.begun.append(container)
    return true
  }

  private func value(of container: inout Container, _ seen: inout [Int]) throws -> ArchiveValue {
    try noteNesting(container.number, within: container.nesting)
    switch container.content {
    case .list: return .array(container.elements)
    case .set: return .set(container.elements)
    case .knownKeys: return .dictionary(container.entries)
    case .dictionary(let keys):
      var entries = [String: ArchiveValue](minimumCapacity: keys.count)
      for (place, value) in container.elements.enumerated() {
        // The general way throws the error.
        guard entries.updateValue(value, forKey: try key(place, keys, &seen)) == nil else { throw Self.over }
      }
      return .dictionary(entries)
    }
  }

  private func key(_ place: Int, _ keys: PropertyListReferences, _ seen: inout [Int]) throws -> String {
    guard let number = try archive.reference(place, in: keys), number != 0,
      case .string(let text) = try archive.object(number), try !archive.isNullText(.string(text))
    else { throw Self.over }
    let key = try self.text(number, text, &seen)
    try chargeHash(of: key)
    return key
  }

  @inline(__always)
  private func text(_ number: Int, _ text: PropertyListText, _ seen: inout [Int]) throws -> String {
    if !Self.isInline(text) { seen.append(number) }
    return try self.text(number, text)
  }

  /// Reads the keys of a dictionary, of which nothing is charged yet.
  private func knownKeys(_ keys: PropertyListReferences, _ seen: inout [Int]) throws -> KnownKeys {
    let (charged, marks) = (archive.charged, keyCharges.marks)
    var texts: [String] = []
    for place in 0..<keys.count { texts.append(try key(place, keys, &seen)) }
    let known = KnownKeys(texts, charge: archive.charged &- charged, marks: keyCharges.marks &- marks)
    archive.takeBackCharges(to: charged)
    keyCharges.marks = marks
    guard let known else { throw Self.over }
    return known
  }
}
