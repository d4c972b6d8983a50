import ArchiveRuntime
import Foundation
import Testing
import TestRandom

/// Out and back. The XML form has to be readable, too; `expectRoundTrip` compares what it gives.
func roundTrip<Value: ArchivableValue>(_ value: Value) throws -> Value {
  let (binary, _) = try roundTrips(value)
  return binary
}

/// Out and back, in both forms.
private func roundTrips<Value: ArchivableValue>(_ value: Value) throws -> (binary: Value, xml: Value) {
  var xml = ArchiveEncoder()
  xml.outputFormat = .xml
  let (text, data) = (try xml.encode(value), try ArchiveEncoder().encode(value))
  try keepForOtherReaders(data, text)
  return (try ArchiveDecoder().decode(Value.self, from: data), try ArchiveDecoder().decode(Value.self, from: text))
}

/// Writes an archive, in both forms, into the folder that `ARCHIVES_FOR_READERS` names. python/tests/test_archives.py
/// reads all of them with the Python package.
private func keepForOtherReaders(_ binary: Data, _ xml: Data) throws {
  guard let folder = ProcessInfo.processInfo.environment["ARCHIVES_FOR_READERS"], binary.count < 1 << 20 else { return }
  let name = "\(folder)/\(UUID().uuidString)"
  try binary.write(to: URL(fileURLWithPath: name + ".archive"))
  // Foundation writes an archive inside ('as(securecoding)') with its keys in another order at each call.
  let archiver = Data("NSKeyedArchiver".utf8)
  if let outer = binary.firstRange(of: archiver), binary[outer.upperBound...].firstRange(of: archiver) != nil { return }
  try xml.write(to: URL(fileURLWithPath: name + ".xml"))
}

/// An equal value is read back, at the root, under a key, in an optional and in collections.
func expectRoundTrip<Value: ArchivableValue & Equatable>(
  _ value: Value, _ location: SourceLocation = #_sourceLocation
) throws {
  let (binary, xml) = try roundTrips(value)
  #expect(binary == value, sourceLocation: location)
  #expect(xml == value, sourceLocation: location)
  #expect(try roundTrip([value, value]) == [value, value], sourceLocation: location)
  #expect(try roundTrip(["a": value]) == ["a": value], sourceLocation: location)
  #expect(try roundTrip(Value?.some(value)) == value, sourceLocation: location)
  var encoder = ArchiveWriter()
  try encoder.encode(value, forKey: "key")
  let decoder = try ArchiveReader(try encoder.finish())
  #expect(try decoder.decode(Value.self, forKey: "key") == value, sourceLocation: location)
}

/// The keys of the object that a value is as an archive's root.
func archivedKeys(_ value: some ArchivableValue) throws -> Set<String> {
  let data = try ArchiveEncoder().encode(value)
  let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
  let objects = try #require(list?["$objects"] as? [Any])
  let object = try #require(objects.dropFirst().first as? [String: Any])
  return Set(object.keys).subtracting(["$class"])
}

/// The class names in an archive.
func archivedClassNames(_ data: Data) throws -> Set<String> {
  let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
  let objects = try #require(list?["$objects"] as? [Any])
  return Set(objects.compactMap { ($0 as? [String: Any])?["$classname"] as? String })
}

/// An archive of one object, from a class's name and plain values under its keys.
struct HandMade {
  var entries: [(String, any ArchivableValue)]

  init(_ entries: (String, any ArchivableValue)...) { self.entries = entries }

  func data(as name: String) throws -> Data {
    var encoder = ArchiveEncoder()
    encoder.setClassName(name, for: HandMadeObject.self)
    return try encoder.encode(HandMadeObject(entries))
  }
}

final class HandMadeObject: ArchivableClass {
  let entries: [(String, any ArchivableValue)]
  init(_ entries: [(String, any ArchivableValue)]) { self.entries = entries }
  init(from decoder: ObjectDecoder) throws { entries = [] }
  func encode(to encoder: ObjectEncoder) throws {
    for (key, value) in entries { try encoder.encode(value, forKey: key) }
  }
}

/// Runs on a separate thread with a small stack.
func onThread(stackSize: Int, _ body: @escaping @Sendable () throws -> Void) throws {
  let outcome = Outcome()
  let thread = Thread {
    outcome.result = Result(catching: body)
    outcome.done.signal()
  }
  thread.stackSize = stackSize
  thread.start()
  outcome.done.wait()
  try outcome.result?.get()
}

private final class Outcome: @unchecked Sendable {
  let done = DispatchSemaphore(value: 0)
  var result: Result<Void, any Error>?
}
