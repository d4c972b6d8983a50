import Foundation

/// What one call of `decode(codable:)` reads.
///
/// What it finds wrong it throws as `DecodingError`, because the types' own code expects that, with a ``CodedFailure`` inside.
/// The call itself throws an `ArchiveError`.
final class CodableReading {
  let decoder: ObjectDecoder
  private let origin: Origin
  let userInfo: [CodingUserInfoKey: Any]
  private let maximumDepth: Int
  /// The error after which nothing more is read, even if the types' own code catches it: of a limit, for example.
  @exclusivity(unchecked) private(set) var failure: (any Error)?
  @exclusivity(unchecked) private var types = CodedTypes()
  /// The work of hashing values that are larger than what was charged for them.
  private var hashingWork = 0
  /// The keyed containers, if somebody wants to know what of them was not asked for.
  private var containers: [(fields: CodedFields, place: CodedPlace)] = []

  /// Where the whole value is.
  enum Origin {
    case object(Int)
    case key(String)
  }

  /// The cost of a nested value, beside that of the lists of its container.
  static let elementCost = 64

  init(_ decoder: ObjectDecoder, _ origin: Origin) {
    self.decoder = decoder
    self.origin = origin
    userInfo = decoder.userInfo
    maximumDepth = decoder.settings.limits.maximumCodableNesting
  }

  // MARK: The whole value

  /// - Throws: `ArchiveError` with the path; errors of the value's own code that are no `DecodingError`.
  func whole<Value: Decodable>(_ type: Value.Type, _ node: CodedNode) throws -> Value {
    do {
      let value = try value(type, node, .whole)
      if let failure { throw failure }
      tellUnasked()
      return value
    } catch {
      throw failure ?? typed(error)
    }
  }

  /// Tells the observer of keys that the types' own code has not asked for. Values with the same ones are told of once for each place.
  private func tellUnasked() {
    var told: Set<[String]> = []
    for (fields, place) in containers {
      let keys = fields.unasked
      guard !keys.isEmpty, told.insert(keys).inserted else { continue }
      decoder.archive.use?.observer?.found(unasked: keys, at: codingPath(place).map { ($0.stringValue, $0.intValue) })
    }
    containers = []
  }

  /// The error as callers of a decoder of archives expect it.
  private func typed(_ error: any Error) -> any Error {
    guard let error = error as? DecodingError else { return error }
    switch error {
    case .keyNotFound(let key, let context): return ArchiveError.missingKey(path: path(context.codingPath + [key]))
    case .valueNotFound(_, let context): return ArchiveError.missingKey(path: path(context.codingPath))
    case .typeMismatch(let type, let context):
      return failure(context)
        ?? ArchiveError.wrongType(
          path: path(context.codingPath), expected: "\(type)", found: context.debugDescription)
    case .dataCorrupted(let context):
      return failure(context)
        ?? ArchiveError.codingFailed(path: path(context.codingPath), reason: Self.reason(context))
    @unknown default: return error
    }
  }

  /// The standard library's `Float16` takes every decoder for one of JSON.
  private static func reason(_ context: DecodingError.Context) -> String {
    let words = "Parsed JSON number "
    guard context.debugDescription.hasPrefix(words) else { return context.debugDescription }
    return "The number \(context.debugDescription.dropFirst(words.count))"
  }

  private func failure(_ context: DecodingError.Context) -> ArchiveError? {
    (context.underlyingError as? CodedFailure)?.error(path(context.codingPath))
  }

  /// What has been charged so far, and the work of hashing what was read.
  var work: Int { decoder.archive.charged &+ hashingWork }

  func path(_ place: CodedPlace) -> String { path(codingPath(place)) }

  /// The key path of keys that begin with those of the whole value.
  private func path(_ keys: [any CodingKey]) -> String {
    let whole =
      switch origin {
      case .object(let number): decoder.path(toReference: number)
      case .key(let key): decoder.path(key)
      }
    return whole + keys.dropFirst(wholePath.count).pathText
  }

  private var wholePath: [any CodingKey] {
    switch origin {
    case .object(let number): decoder.archive.codingPath(to: number)
    case .key(let key):
      decoder.current.number == 0 && key == KeyedArchiveFormat.rootKey
        ? [] : decoder.codingPath + [CodedKey(stringValue: key)]
    }
  }

  func codingPath(_ place: CodedPlace) -> [any CodingKey] { wholePath + place.keys }

  // MARK: Values

  func value<Value: Decodable>(
    _ type: Value.Type, _ node: CodedNode, _ place: @autoclosure () -> CodedPlace
  ) throws -> Value {
    @inline(__always) func own<Leaf>(_ leaf: Leaf) -> Value { unsafeBitCast(leaf, to: Value.self) }
    if type == String.self { return own(try text(node, place())) }
    if type == Int.self { return own(try integer(Int.self, node, place())) }
    if type == Double.self { return own(try real(Double.self, node, place())) }
    if type == Bool.self { return own(try bool(node, place())) }
    return try other(type, node, place())
  }

  private func other<Value: Decodable>(_ type: Value.Type, _ node: CodedNode, _ place: CodedPlace) throws -> Value {
    @inline(__always) func own<Leaf>(_ leaf: Leaf) -> Value { unsafeBitCast(leaf, to: Value.self) }
    if type == Date.self, let leaf = try date(node, place) { return own(leaf) }
    if type == UUID.self, let leaf = try native(UUID.self, .uuid, node, place) { return own(leaf) }
    if type == URL.self, let leaf = try native(URL.self, .url, node, place) { return own(leaf) }
    if type == Decimal.self, let leaf = try native(Decimal.self, .decimal, node, place) { return own(leaf) }
    if type == Data.self, let leaf = try data(node, place) { return own(leaf) }
    if type == Float.self { return own(try real(Float.self, node, place)) }
    if type == Int64.self { return own(try integer(Int64.self, node, place)) }
    if type == UInt64.self { return own(try integer(UInt64.self, node, place)) }
    if type == Int32.self { return own(try integer(Int32.self, node, place)) }
    if type == UInt32.self { return own(try integer(UInt32.self, node, place)) }
    if type == UInt8.self { return own(try integer(UInt8.self, node, place)) }
    if type == UInt.self { return own(try integer(UInt.self, node, place)) }
    if type == Int16.self { return own(try integer(Int16.self, node, place)) }
    if type == UInt16.self { return own(try integer(UInt16.self, node, place)) }
    if type == Int8.self { return own(try integer(Int8.self, node, place)) }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      if type == Int128.self { return own(try integer(Int128.self, node, place)) }
      if type == UInt128.self { return own(try integer(UInt128.self, node, place)) }
    }
    return try nested(type, node, place)
  }

  /// A value that its own `init(from:)` makes.
  private func nested<Value: Decodable>(_ type: Value.Type, _ node: CodedNode, _ place: CodedPlace) throws -> Value {
    let place = try checked(place)
    try reading(place) { try decoder.archive.charge(max(Self.elementCost, MemoryLayout<Value>.stride)) }
    let value = try made(type, by: CodableDecoder(self, node, place))
    if let failure { throw failure }
    return value
  }

  private func made<Value: Decodable>(_ type: Value.Type, by decoder: CodableDecoder) throws -> Value {
    if types.isSpecial(type) {
      if let table = type as? any CodedHashTable.Type, let value = try table.decoded(from: decoder, self) as? Value {
        return value
      }
      if let corrected = type as? any CorrectedCoding.Type,
        let value = try corrected.decodedCorrected(from: decoder) as? Value
      {
        return value
      }
      let value = try type.init(from: decoder)
      if let locale = value as? Locale {
        try reading(decoder.place) { try self.decoder.archive.noteLocale(locale.identifier) }
      }
      return value
    }
    return try type.init(from: decoder)
  }

  private func integer<Integer: FixedWidthInteger & Decodable>(
    _ type: Integer.Type, _ node: CodedNode, _ place: @autoclosure () -> CodedPlace
  ) throws -> Integer {
    let value: Integer?
    switch node.value {
    case .integer(let integer): value = Integer(exactly: integer)
    case .wideInteger(let wide): value = wide.uint64.flatMap { Integer(exactly: $0) } ?? Integer("\(wide)")
    case .dictionary where Integer.bitWidth > 64 && isObject(node, of: .decimal):
      let number = try native(DecimalParts.self, .decimal, node, place())
      value = number?.integer(type)
      if value == nil { throw outOfRange(type, number?.value.map { "\($0)" } ?? "a number", place()) }
    default: throw mismatch(type, "an integer", node, place())
    }
    guard let value else { throw outOfRange(type, node.value.numberText, place()) }
    return value
  }

  /// Booleans and numbers are different, so that a type that tries one after the other gets what was encoded.
  private func bool(_ node: CodedNode, _ place: @autoclosure () -> CodedPlace) throws -> Bool {
    guard case .bool(let value) = node.value else { throw mismatch(Bool.self, "a boolean", node, place()) }
    return value
  }

  private func real<Real: CodedReal>(
    _ type: Real.Type, _ node: CodedNode, _ place: @autoclosure () -> CodedPlace
  ) throws -> Real {
    switch node.value {
    case .real32, .real64, .integer, .wideInteger:
      do { return try Real.exactly(node.value, decoder) { "" } } catch {
        throw outOfRange(type, node.value.numberText, place())
      }
    default: throw mismatch(type, "a real number", node, place())
    }
  }

  func text(_ node: CodedNode, _ place: @autoclosure () -> CodedPlace) throws -> String {
    switch node.value {
    case .string(let text):
      return try reading(place()) {
        let value =
          text.isASCII && text.count <= 15
          ? try decoder.archive.string(text)
          : node.number == 0
            ? try decoder.leaf(at: text.range) { try decoder.archive.string(text) }
            : try decoder.leaf(node.number) { try decoder.archive.string(text) }
        // It may become a key of a dictionary or an element of a set.
        try decoder.chargeHash(of: value)
        return value
      }
    case .dictionary where isObject(node, of: .string):
      return try reading(place()) { try leaf(String.self, node) }
    default: throw mismatch(String.self, "a string", node, place())
    }
  }

  private func data(_ node: CodedNode, _ place: CodedPlace) throws -> Data? {
    let data: Data
    switch node.value {
    case .data(let range):
      data = try reading(place) {
        node.number == 0
          ? try decoder.leaf(at: range) { try decoder.archive.data(range) }
          : try decoder.leaf(node.number) { try decoder.archive.data(range) }
      }
    case .dictionary where isObject(node, of: .data):
      data = try reading(place) { try leaf(Data.self, node) }
    // Its own `init(from:)` reads an array of bytes.
    default: return nil
    }
    try reading(place) { try decoder.archive.charge(data.count) }
    return data
  }

  /// A value of Foundation's as archives have it; nil for anything else, which its own `init(from:)` may read.
  private func native<Value: ArchivableValue>(
    _ type: Value.Type, _ known: FoundationClass, _ node: CodedNode, _ place: CodedPlace
  ) throws -> Value? {
    guard isObject(node, of: known) else { return nil }
    hashingWork &+= known == .url ? ValueExtent.url : known == .decimal ? ValueExtent.decimal : 0
    return try reading(place) { try leaf(type, node) }
  }

  /// A value of an object of its own, which may be the object that the whole value is.
  private func leaf<Value: ArchivableValue>(_ type: Value.Type, _ node: CodedNode) throws -> Value {
    let reference = ArchivedReference(number: node.number)
    guard case .object(node.number) = origin else { return try type.unarchived(reference, from: decoder) }
    return try decoder.makingAgain(node.number) { try type.unarchived(reference, from: decoder) }
  }

  private func date(_ node: CodedNode, _ place: CodedPlace) throws -> Date? {
    if case .date(let bits) = node.value { return Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)) }
    return try native(Date.self, .date, node, place)
  }

  private func isObject(_ node: CodedNode, of known: FoundationClass) -> Bool {
    guard node.number != 0, case .dictionary = node.value else { return false }
    return (try? decoder.foundationClass(of: node.number)) == known
  }

  // MARK: Containers

  /// A node and the object that it is. If it cannot be found, it is no value of any type, and nothing more is read: code that
  /// tries one type after the other would go on for ever.
  func node(_ number: Int) throws -> CodedNode {
    if let failure { throw failure }
    guard number != 0 else { return .null }
    do {
      let value = try decoder.archive.object(number)
      return try decoder.isNull(value) ? .null : CodedNode(value: value, number: number)
    } catch {
      throw ended(error)
    }
  }

  func entries(_ node: CodedNode, _ place: CodedPlace) throws -> CodedFields {
    guard let object = collection(node, where: { $0 == .dictionary }) else {
      throw mismatch([String: Any].self, "a dictionary", node, place)
    }
    return try reading(place) {
      try decoder.archive.charge(Self.elementCost)
      let (keys, values) = try decoder.entryNumbers(in: object)
      let isObserved = decoder.archive.use?.observer != nil
      let fields = CodedFields(try decoder.codedShapes.shape(keys, decoder), values, notesKeys: isObserved)
      if isObserved { containers.append((fields, place)) }
      return fields
    }
  }

  func elements(_ node: CodedNode, _ place: CodedPlace) throws -> [Int] {
    guard let object = collection(node, where: { $0.isList }) else {
      throw mismatch([Any].self, "an array", node, place)
    }
    return try reading(place) {
      try decoder.archive.charge(Self.elementCost)
      return try decoder.elementNumbers(in: object)
    }
  }

  /// The fields of a collection of Foundation's; nil for everything else.
  private func collection(_ node: CodedNode, where isKnown: (FoundationClass) -> Bool) -> ObjectFields? {
    guard node.number != 0, case .dictionary(let dictionary) = node.value,
      let shape = try? decoder.archive.shape(of: dictionary)
    else { return nil }
    let fields = ObjectFields(node.number, dictionary, shape)
    return (try? decoder.foundationClass(of: fields))?.map(isKnown) == true ? fields : nil
  }

  // MARK: Failures

  /// Calls the decoder of objects. What it throws is an error of the value here, or ends the reading.
  func reading<Result>(_ place: @autoclosure () -> CodedPlace, _ body: () throws -> Result) throws -> Result {
    if let failure { throw failure }
    do { return try body() } catch let error as ArchiveError {
      switch error.code {
      case .corrupt, .limitExceeded, .cancelled, .decodingOver, .outOfMemory: throw ended(error)
      default:
        throw DecodingError.dataCorrupted(
          context(place(), error.description, CodedFailure { _ in error }))
      }
    } catch {
      throw ended(error)
    }
  }

  /// - Throws: `limitExceeded` for a place that is nested too deeply.
  func checked(_ place: CodedPlace) throws -> CodedPlace {
    guard place.depth > maximumDepth else { return place }
    throw ended(
      ArchiveError.limitExceeded(limit: "maximumCodableNesting", value: place.depth, maximum: maximumDepth))
  }

  private func ended(_ error: any Error) -> any Error {
    failure = failure ?? error
    return error
  }

  private func context(
    _ place: CodedPlace, _ description: String, _ underlying: CodedFailure? = nil
  ) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: codingPath(place), debugDescription: description, underlyingError: underlying)
  }

  func mismatch(_ type: Any.Type, _ expected: String, _ node: CodedNode, _ place: CodedPlace) -> any Error {
    if let failure { return failure }
    if case .null = node.value {
      return DecodingError.valueNotFound(type, context(place, "There is null where \(expected) is expected."))
    }
    let found = decoder.kindName(node.value)
    return DecodingError.typeMismatch(
      type,
      context(
        place, "There is \(found) where \(expected) is expected.",
        CodedFailure { .wrongType(path: $0, expected: expected, found: found) }))
  }

  private func outOfRange(_ type: Any.Type, _ value: String, _ place: CodedPlace) -> DecodingError {
    .dataCorrupted(
      context(
        place, "\(value) does not fit the type \(type).",
        CodedFailure { .outOfRange(path: $0, value: value, type: "\(type)") }))
  }

  func noKey(_ key: any CodingKey, _ place: CodedPlace) -> DecodingError {
    .keyNotFound(key, context(place, "There is no key '\(PathSearch.excerpt(key.stringValue))'."))
  }

  func noElement(_ type: Any.Type, _ place: CodedPlace) -> any Error {
    failure ?? DecodingError.valueNotFound(type, context(place, "The array has no further element."))
  }
}

/// A value in the archive, and the number of its object; 0 for one that is in another object.
struct CodedNode {
  let value: PropertyListNode
  let number: Int

  static let null = CodedNode(value: .null, number: 0)
  var isNull: Bool { value == .null }
}

/// What a `DecodingError` of ours is as an error of archives, given the path.
struct CodedFailure: Error {
  let error: @Sendable (String) -> ArchiveError
}

/// The floating-point types that are read from numbers.
protocol CodedReal {
  /// - Throws: `outOfRange` for a number that the type cannot represent.
  static func exactly(_ node: PropertyListNode, _ decoder: ObjectDecoder, path: () -> String) throws -> Self
}

extension Double: CodedReal {}
extension Float: CodedReal {}
