import Foundation

/// What an archive of an earlier version has of one C record: given to the function of `migrate`, whose keys may be those
/// that the record has no more.
///
/// ```swift
/// extension order {
///   mutating func update(from version: Int, _ decoder: RecordDecoder) throws {
///     if version < 2 { price = Double(try decoder.decode(Int32.self, forKey: "cents")) / 100 }
///   }
/// }
/// ```
///
/// It is good for the length of the call only; kept longer, it throws.
public final class RecordDecoder {
  typealias Find = (String, WantedValue) throws(ArchiveError) -> FoundValue

  private var find: Find?
  private let allKeys: () throws(ArchiveError) -> [String]
  private let prefixes: [String]
  private let keyPath: () -> String

  /// - Parameters:
  ///   - prefixes: What may stand before the record's keys, today's first.
  ///   - keys: All keys of the archive, for those behind the prefixes.
  init(
    prefixes: [String], keyPath: @escaping () -> String, keys: @escaping () throws(ArchiveError) -> [String],
    find: @escaping Find
  ) {
    self.prefixes = prefixes
    self.keyPath = keyPath
    allKeys = keys
    self.find = find
  }

  func close() { find = nil }

  /// The keys of the record's values, former ones and today's, without what stands before them. They are put together at
  /// each call.
  ///
  /// - Throws: `decodingOver`; `corrupt`.
  public var keys: [String] {
    get throws(ArchiveError) {
      guard find != nil else { throw .decodingOver }
      return try allKeys().compactMap { key in
        prefixes.first(where: key.hasExactPrefix).map { String(key.unicodeScalars.dropFirst($0.unicodeScalars.count)) }
      }.filter { !RecordMigration.isVersionKey($0) }.unique
    }
  }

  /// Whether the archive has a value under this key.
  ///
  /// - Throws: `decodingOver`; `corrupt`.
  public func containsValue(forKey key: String) throws(ArchiveError) -> Bool {
    if case .missing = try value(key, .data), case .missing = try value(key + "[]", .text) { return false }
    return true
  }

  /// The number, text, bytes or array of numbers under `key`. A number of another type is converted if its value is
  /// preserved; an array of several dimensions is one list, a row after the other.
  ///
  /// - Throws: `missingKey`; `wrongType`; `outOfRange`; `invalidText`; `decodingOver`.
  public func decode<Value: ArchivableValue>(_ type: Value.Type, forKey key: String) throws(ArchiveError) -> Value {
    guard let value = try decodeIfPresent(type, forKey: key) else { throw .missingKey(path: path(key)) }
    return value
  }

  /// The same; nil when there is no such key.
  ///
  /// - Throws: As `decode(_:forKey:)`, but for `missingKey`.
  public func decodeIfPresent<Value: ArchivableValue>(
    _ type: Value.Type, forKey key: String
  ) throws(ArchiveError) -> Value? {
    let found: (any ArchivableValue)?
    switch type {
    case let number as any PackableElement.Type: found = try self.number(number, key)
    case let list as any NumberList.Type: found = try list.list(from: self, key)
    case is String.Type: found = try text(key)
    case is Data.Type: found = try bytes(key)
    default:
      throw .wrongType(path: path(key), expected: "a number, text, bytes or an array of numbers", found: "\(type)")
    }
    return found as? Value
  }

  /// A record that stands under `key`, or is the whole one, as another C struct has it: the former declaration of the
  /// type, for instance.
  ///
  /// - Throws: As decoding it by itself does.
  public func decode<Record: ArchivableRecord>(
    _ type: Record.Type, forKey key: String = ""
  ) throws(ArchiveError) -> Record {
    let plan = try Record.valuePlan()
    var source = MigrationSource(self)
    if !key.isEmpty { source.prefix = key + "." }
    return try Record.archivedRecord { (record) throws(ArchiveError) in
      try plan.decode(into: record, from: &source)
    }
  }

  // MARK: Values

  func path(_ key: String) -> String { keyPath() + key }

  fileprivate func value(_ key: String, _ wanted: WantedValue) throws(ArchiveError) -> FoundValue {
    guard let find else { throw .decodingOver }
    for prefix in prefixes {
      let found = try find(prefix + key, wanted)
      if case .missing = found { continue }
      return found
    }
    return .missing
  }

  private func number<Number: PackableElement>(_ type: Number.Type, _ key: String) throws(ArchiveError) -> Number? {
    let cell = ElementAccess(Number.packedType, offset: 0)
    var source = MigrationSource(self)
    let place = Leaf.Key(text: key, index: 0, description: key + "[]", descriptionIndex: nil)
    return try withUnsafeTemporaryAllocation(of: Number.self, capacity: 1) { (buffer) throws(ArchiveError) in
      let address = buffer.baseAddress.unsafelyUnwrapped
      let bytes = UnsafeMutableRawPointer(address)
      bytes.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Number>.size)
      return try cell.decodeNumber(place, into: bytes, from: &source) ? address.move() : nil
    }
  }

  fileprivate func list<Number: PackableElement>(of type: Number.Type, _ key: String) throws(ArchiveError) -> [Number]?
  {
    let found = try value(key, .array)
    switch found {
    case .missing: return nil
    case .data(let bytes):
      var description = ArrayDescription(.packed(.little), ArchivedArray(.number(.u8), [bytes.count]))
      if case .text(let text) = try value(key + "[]", .text) {
        guard let own = ArrayDescription(text) else {
          throw .wrongType(path: path(key), expected: "an array of numbers", found: "data described as '\(text)'")
        }
        description = own
      }
      guard case .packed(let order) = description.storage, case .number = description.array.element,
        description.array.byteCount == bytes.count, let count = Description.product(description.array.dimensions)
      else {
        throw .wrongType(
          path: path(key), expected: "an array of numbers", found: "data described as '\(description.text)'")
      }
      let flat = ArchivedArray(description.array.element, [count])
      return try caught { try PackedArray.elements(of: Data(bytes), flat, order, count: count) { path(key) } }
    default: return try number(type, key).map { [$0] }
    }
  }

  /// Runs what throws nothing but errors of this library.
  private func caught<Result>(_ body: () throws -> Result) throws(ArchiveError) -> Result {
    do { return try body() } catch let error as ArchiveError { throw error } catch { throw .decodingOver }
  }

  private func text(_ key: String) throws(ArchiveError) -> String? {
    let found = try value(key, .text)
    switch found {
    case .missing: return nil
    case .text(let text): return text
    case .data(let bytes):
      guard let address = bytes.baseAddress else { return "" }
      guard let text = TextBytes.string(address, count: bytes.count, .utf8) else {
        throw TextBytes.invalid(path(key), .utf8)
      }
      return text
    default: throw .wrongType(path: path(key), expected: "a string", found: found.kindName)
    }
  }

  private func bytes(_ key: String) throws(ArchiveError) -> Data? {
    let found = try value(key, .data)
    switch found {
    case .missing: return nil
    case .data(let bytes): return Data(bytes)
    default: throw .wrongType(path: path(key), expected: "data", found: found.kindName)
    }
  }

  fileprivate func keys(behind prefix: String) throws(ArchiveError) -> [String] {
    try keys.compactMap {
      $0.hasExactPrefix(prefix) ? String($0.unicodeScalars.dropFirst(prefix.unicodeScalars.count)) : nil
    }
  }
}

/// An array of numbers, whatever they are.
private protocol NumberList: ArchivableValue {
  static func list(from decoder: RecordDecoder, _ key: String) throws(ArchiveError) -> Self?
}

extension Array: NumberList where Element: PackableElement {
  static func list(from decoder: RecordDecoder, _ key: String) throws(ArchiveError) -> [Element]? {
    try decoder.list(of: Element.self, key)
  }
}

/// Reads fields from what a migration sees.
private struct MigrationSource: FieldSource {
  private let decoder: RecordDecoder
  var prefix = ""

  init(_ decoder: RecordDecoder) { self.decoder = decoder }

  func find(index: Int) throws(ArchiveError) -> FoundValue? { nil }

  func find(_ key: String, index: Int?, as wanted: WantedValue) throws(ArchiveError) -> FoundValue {
    try decoder.value(prefix + key, wanted)
  }

  func keys() throws(ArchiveError) -> [String]? { try decoder.keys(behind: prefix) }

  func path(_ key: String) -> String { decoder.path(prefix + key) }

  mutating func read(into record: UnsafeMutableRawPointer, by plan: RecordPlan) throws(ArchiveError) {
    try plan.decode(into: record, from: &self)
  }
}
