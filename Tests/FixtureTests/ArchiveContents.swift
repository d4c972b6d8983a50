import Foundation
import Testing

@testable import ArchiveRuntime

/// What an archive holds, as Foundation's PropertyListSerialization reads it.
struct ArchiveContents {
  /// The root object's entries, or `$top`'s when there are several values.
  let entries: [String: Any]
  private let objects: [Any]
  /// The root's class.
  let className: String?

  init(_ data: Data) throws {
    let plist = try #require(PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    objects = try #require(plist["$objects"] as? [Any])
    let top = try #require(plist["$top"] as? [String: Any])
    guard let root = top["root"].flatMap(Self.index) else {
      (entries, className) = (top, nil)
      return
    }
    var object = try #require(objects[root] as? [String: Any])
    let type = try #require(object.removeValue(forKey: "$class").flatMap(Self.index))
    entries = object
    className = (objects[type] as? [String: Any])?["$classname"] as? String
  }

  /// The fields' keys, in the alphabet's order, without the descriptions that stand beside data.
  var keys: [String] { entries.keys.filter { !$0.hasSuffix("[]") }.sorted() }

  subscript(key: String) -> Any? { entries[key].map { value in Self.index(value).map { objects[$0] } ?? value } }

  func integer(_ key: String) -> Int64? { (self[key] as? NSNumber)?.int64Value }

  func text(_ key: String) -> String? { self[key] as? String }

  func bytes(_ key: String) -> [UInt8]? { (self[key] as? Data).map(Array.init) }

  /// What the data under `key` is described as; nil for plain bytes.
  func description(_ key: String) -> String? { text(key + "[]") }

  /// What an object reference points to. Foundation has no public type for one, so its property is looked at.
  private static func index(_ value: Any) -> Int? {
    if value is NSNumber || value is String || value is Data { return nil }
    for child in Mirror(reflecting: value).children where child.label == "value" {
      return (child.value as? UInt32).map(Int.init)
    }
    return nil
  }
}

func contents<Record: ArchivableRecord>(_ record: Record) throws -> ArchiveContents {
  try ArchiveContents(ArchiveEncoder().encode(record))
}

/// An archive that has only these values under these keys, like one of an older version of a struct.
func archive(_ values: [String: Any]) throws -> ArchiveReader {
  var encoder = ArchiveWriter()
  for (key, value) in values {
    switch value {
    case let value as Int: try encoder.encode(value, forKey: key)
    case let value as Double: try encoder.encode(value, forKey: key)
    case let value as String: try encoder.encode(value, forKey: key)
    default: Issue.record("no archive of \(value)")
    }
  }
  return try ArchiveReader(encoder.finish())
}

/// The bytes of a record that Swift sees only in part.
func record<Record: ArchivableRecord>(_ type: Record.Type, _ fill: (UnsafeMutableRawPointer) -> Void) throws -> Record {
  try Record.archivedRecord { bytes in fill(bytes) }
}

func roundTrip<Record: ArchivableRecord>(_ record: Record) throws -> Record {
  try ArchiveDecoder().decode(Record.self, from: ArchiveEncoder().encode(record))
}
