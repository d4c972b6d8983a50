import ArchiveRuntime
import ArchiveTesting
import Foundation
import Testing

@testable import ModelFixtures

/// Archives with columns of Swift types, as this library wrote them when each kind of column was new: CONTRIBUTING.md says what may be
/// done with them. Python reads the same files.
@Suite("Recorded archives with columns") struct RecordedColumnTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../Goldens/Columns").standardized.path
  private static var sets: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? [] }
  private static var kinds: [Kind] {
    [
      Kind("numbers", "Measured") { RecordedColumns.numbers }, Kind("halts", "Halt") { RecordedColumns.halts },
      Kind("visits", "Visit") { RecordedColumns.visits }, Kind("fares", "Fare") { RecordedColumns.fares },
      Kind("route", "Route") { RecordedColumns.route }, Kind("map", "DepotMap") { RecordedColumns.map },
    ]
  }

  private struct Kind: CustomTestStringConvertible {
    let name: String
    let type: String
    let encode: () throws -> Data
    let problems: (GoldenArchives) -> [String]
    /// Reads an archive, and refuses what is unread.
    let read: (Data) throws -> Void
    var testDescription: String { name }

    init<Value: ArchivableValue>(_ name: String, _ type: String, _ value: @escaping () -> Value) {
      (self.name, self.type) = (name, type)
      encode = { try ArchiveEncoder().encode(value()) }
      problems = { $0.problems(of: name, as: Value.self) }
      read = { data in
        var decoder = ArchiveDecoder()
        decoder.unknownKeys = .reject
        _ = try decoder.decode(Value.self, from: data)
      }
    }
  }

  private func read<Value: ArchivableValue>(_ type: Value.Type, _ set: String, _ name: String) throws -> Value {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(set)/\(name).archive"))
    return try ArchiveDecoder().decode(type, from: data)
  }

  /// Sets that are recorded later have archives of these names too, with the same values.
  @Test("of every set have the values that they were written with", arguments: sets) func values(set: String) throws {
    #expect(try read([Measured].self, set, "numbers") == RecordedColumns.numbers)
    #expect(try read([Halt].self, set, "halts") == RecordedColumns.halts)
    #expect(try read([Visit].self, set, "visits") == RecordedColumns.visits)
    #expect(try read([Fare].self, set, "fares") == RecordedColumns.fares)
    let (route, map) = (try read(Route.self, set, "route"), try read(DepotMap.self, set, "map"))
    #expect(RecordedColumns.text(of: route) == RecordedColumns.text(of: RecordedColumns.route))
    #expect(RecordedColumns.text(of: map) == RecordedColumns.text(of: RecordedColumns.map))
  }

  @Test("have the values beside them, also when they are written again") func documents() {
    let problems = Self.kinds.flatMap { $0.problems(GoldenArchives(Self.folder, expected: "", keys: "")) }
    #expect(problems.isEmpty, "\(problems)")
  }

  @Test("have nothing that is left unread", arguments: sets) func unread(set: String) throws {
    for kind in Self.kinds {
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(set)/\(kind.name).archive"))
      #expect(throws: Never.self, "\(kind.name)") { try kind.read(data) }
    }
  }

  @Test("are what is written today, or a new set is recorded: RECORD_COLUMNS=2") func today() throws {
    if let set = ProcessInfo.processInfo.environment["RECORD_COLUMNS"] { try record(set) }
    let newest = try #require(Self.sets.last)
    for kind in Self.kinds {
      let path = "\(Self.folder)/\(newest)/\(kind.name).archive"
      #expect(
        try kind.encode() == Data(contentsOf: URL(fileURLWithPath: path)), "the form has changed: \(path)")
    }
  }

  /// Writes a set, and never into one that is there.
  private func record(_ set: String) throws {
    let path = "\(Self.folder)/\(set)"
    try #require(!FileManager.default.fileExists(atPath: path), "\(path) is there, and stays as it is")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for kind in Self.kinds {
      let data = try kind.encode()
      try data.write(to: URL(fileURLWithPath: "\(path)/\(kind.name).archive"))
      try GoldenArchives.json(of: data, type: kind.type).write(to: URL(fileURLWithPath: "\(path)/\(kind.name).json"))
    }
  }
}
