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
  private var groups = FoundGroups()
  private let allKeys: () throws(ArchiveError) -> [String]
  private let prefixes: [String]
  private let keyPath: () -> String

  /// - Parameters:
  ///   - prefixes: The possible prefixes of the record's keys, today's first.
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

  /// The keys of the record's values, former ones and today's, without their prefix. They are put together at
  /// each call.
  ///
  /// - Throws: `decodingOver`; `corrupt`.
  public var keys: [String] {
    get throws(ArchiveError) {
      guard find != nil else { throw .decodingOver }
      var source = AnyFieldSource(SingleKeySource(self))
      return try groups.ungrouped(try allKeys(), from: &source).compactMap { key in
        prefixes.first(where: key.hasExactPrefix).map { String(key.unicodeScalars.dropFirst($0.unicodeScalars.count)) }
      }.filter { !KeyedArchiveFormat.isVersionKey($0) }.unique
    }
  }

  /// Whether the archive has a value under this key.
  ///
  /// - Throws: `decodingOver`; `corrupt`.
  public func containsValue(forKey key: String) throws(ArchiveError) -> Bool {
    if case .missing = try value(key, .data), case .missing = try value(key + "[]", .text) { return false }
    return true
  }

  /// A record that stands under `key`, or is the whole one, as another C struct has it: the former declaration of the
  /// type, for instance.
  ///
  /// - Throws: As decoding it by itself does.
  public func decode<Record: ArchivableRecord>(
    _ type: Record.Type, forKey key: String = ""
  ) throws(ArchiveError) -> Record {
    let plan = try Record.valuePlan()
    var source = fieldSource
    if !key.isEmpty { source.prefix = key + "." }
    return try Record.archivedRecord { (record) throws(ArchiveError) in
      // The record itself is there, also if another release had none of the keys.
      if key.isEmpty, try !plan.hasKeys(in: &source) { return try plan.readNothing(into: record, from: source) }
      try source.read(into: record, by: plan)
    }
  }

  // MARK: Values

  func path(_ key: String) -> String { keyPath() + key }

  func value(_ key: String, _ wanted: WantedValue) throws(ArchiveError) -> FoundValue {
    guard let find else { throw .decodingOver }
    for prefix in prefixes {
      let found = try find(prefix + key, wanted)
      if case .missing = found { continue }
      return found
    }
    return try groupedValue(key)
  }

  /// What the archive has in a group of bit-fields.
  private func groupedValue(_ key: String) throws(ArchiveError) -> FoundValue {
    if key.utf8.last == UInt8(ascii: "]") { return .missing }
    var source = AnyFieldSource(SingleKeySource(self))
    for prefix in prefixes {
      let found = try groups.value(prefix + key, from: &source)
      if case .missing = found { continue }
      return found
    }
    return .missing
  }

  fileprivate func single(_ key: String, _ wanted: WantedValue) throws(ArchiveError) -> FoundValue {
    guard let find else { throw .decodingOver }
    return try find(key, wanted)
  }

  fileprivate func keys(behind prefix: String) throws(ArchiveError) -> [String] {
    try keys.compactMap {
      $0.hasExactPrefix(prefix) ? String($0.unicodeScalars.dropFirst(prefix.unicodeScalars.count)) : nil
    }
  }
}

/// The keys of the archive, whatever stands before those of the record.
private struct SingleKeySource: FieldSource {
  private let decoder: RecordDecoder
  var prefix = ""

  init(_ decoder: RecordDecoder) { self.decoder = decoder }

  func find(index: Int) throws(ArchiveError) -> FoundValue? { nil }

  func find(_ key: String, index: Int?, as wanted: WantedValue) throws(ArchiveError) -> FoundValue {
    try decoder.single(key, wanted)
  }
}

extension RecordDecoder {
  /// The archive's values as a source of fields.
  var fieldSource: AnyFieldSource { AnyFieldSource(MigrationSource(self)) }
}

/// Reads fields from what a migration sees.
struct MigrationSource: FieldSource {
  private let decoder: RecordDecoder
  var prefix = ""

  init(_ decoder: RecordDecoder) { self.decoder = decoder }

  func find(index: Int) throws(ArchiveError) -> FoundValue? { nil }

  func find(_ key: String, index: Int?, as wanted: WantedValue) throws(ArchiveError) -> FoundValue {
    try decoder.value(prefix + key, wanted)
  }

  func keys() throws(ArchiveError) -> [String]? { try decoder.keys(behind: prefix) }
}
