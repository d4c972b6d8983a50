import Foundation

@testable import ArchiveRuntime

/// A keyed archive of given objects, the first of which is number 1, as another writer might spell it.
func keyedArchive(_ objects: [Sample], top: [(String, Sample)] = [("root", .uid(1))]) throws -> Data {
  try file(
    .dictionary([
      ("$archiver", .string("NSKeyedArchiver")), ("$objects", .array([.string("$null")] + objects)),
      ("$top", .dictionary(top)), ("$version", .integer(100_000)),
    ]))
}

extension Sample {
  /// A class, nearest name first.
  static func `class`(_ names: String...) -> Sample {
    .dictionary([("$classes", .array(names.map { .string($0) })), ("$classname", .string(names[0]))])
  }

  /// An object of the class that is number `number`.
  static func object(_ number: Int, _ fields: [(String, Sample)]) -> Sample {
    .dictionary(fields + [("$class", .uid(number))])
  }
}

/// The value as it is read from an archive with it as root.
func roundTrip<Value: ArchivableValue>(_ value: Value, as format: ArchiveEncoder.OutputFormat = .binary) throws -> Value
{
  var encoder = ArchiveEncoder()
  encoder.outputFormat = format
  return try ArchiveDecoder().decode(Value.self, from: try encoder.encode(value))
}
