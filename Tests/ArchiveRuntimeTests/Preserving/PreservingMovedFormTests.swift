import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

private protocol Device: ArchivableRecord {
  init(_ id: UInt32, extra: UInt32)
  var id: UInt32 { get set }
  var extra: UInt32? { get }
}

private struct NewDevice: Device {
  var id: UInt32
  var known: UInt32
  var added: UInt32
  init(_ id: UInt32, extra: UInt32) { (self.id, known, added) = (id, id * 10, extra) }
  var extra: UInt32? { added }
  static let archiveSchema = RecordSchema(
    "device", size: 12, alignment: 4,
    fields: [.scalar("id", .u32, at: 0), .scalar("known", .u32, at: 4), .scalar("added", .u32, at: 8)])
}

private struct OldDevice: Device {
  var id: UInt32
  var known: UInt32
  init(_ id: UInt32, extra: UInt32) { (self.id, known) = (id, id * 10) }
  var extra: UInt32? { nil }
  static let archiveSchema = RecordSchema(
    "device", size: 8, alignment: 4, identity: ["id"],
    fields: [.scalar("id", .u32, at: 0), .scalar("known", .u32, at: 4)])
}

/// A C record in all forms that a Swift model gives it.
private final class Rack<Record: Device>: ArchivableClass {
  var main = Record(1, extra: 100)
  var spare = Record(2, extra: 200)
  var chosen: Record? = Record(3, extra: 300)
  var rows = [Record(4, extra: 400), Record(5, extra: 500)]
  var named = ["six": Record(6, extra: 600)]
  static var archivedClassName: String { "Rack" }

  init() {}
  init(from decoder: ObjectDecoder) throws {
    main = try decoder.decode(Record.self, forKey: "main")
    spare = try decoder.decode(Record.self, forKey: "spare")
    chosen = try decoder.decode(ArchivedRecord<Record>?.self, forKey: "chosen")?.record
    rows = try decoder.decode([Record].self, forKey: "rows")
    named = try decoder.decode([String: ArchivedRecord<Record>].self, forKey: "named").mapValues(\.record)
  }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(main, forKey: "main")
    try encoder.encode(spare, forKey: "spare")
    try encoder.encode(chosen.map { ArchivedRecord($0) }, forKey: "chosen")
    try encoder.encode(rows, forKey: "rows")
    try encoder.encode(named.mapValues { ArchivedRecord($0) }, forKey: "named")
  }

  var all: [Record] { [main, spare] + (chosen.map { [$0] } ?? []) + rows + named.values }
}

@Suite("What an older program does not know of C records that it moves between properties, arrays and objects")
struct PreservingMovedFormTests {
  private typealias New = Rack<NewDevice>
  private typealias Old = Rack<OldDevice>

  /// What the newer program reads after the older one has made a change.
  private func changed(_ body: (Old) -> Void) throws -> New {
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let old = try decoder.decode(Old.self, from: ArchiveEncoder().encode(New()))
    body(old)
    return try ArchiveDecoder().decode(New.self, from: ArchiveEncoder(preserving: decoder).encode(old))
  }

  @Test("A record that is in another form now has its own data, or the save is an error")
  func moved() throws {
    let changes: [(String, (Old) -> Void)] = [
      ("two properties exchanged", { swap(&$0.main, &$0.spare) }),
      ("a property and a row exchanged", { swap(&$0.main, &$0.rows[1]) }),
      ("a row became a property", { $0.main = $0.rows.removeLast() }),
      ("a row became an optional", { $0.chosen = $0.rows.removeFirst() }),
      ("a row became an element of a dictionary", { $0.named["four"] = $0.rows.removeFirst() }),
      (
        "an optional became a row",
        {
          $0.rows.append($0.chosen ?? $0.main)
          $0.chosen = nil
        }
      ),
      ("an element of a dictionary became a row", { $0.rows.append($0.named.removeValue(forKey: "six") ?? $0.main) }),
      ("an optional and a row exchanged", { ($0.chosen, $0.rows[0]) = ($0.rows[0], $0.chosen ?? $0.rows[0]) }),
      (
        "an optional became a property",
        {
          $0.main = $0.chosen ?? $0.main
          $0.chosen = nil
        }
      ),
      (
        "a property became an optional",
        {
          $0.chosen = $0.main
          $0.main = OldDevice(9, extra: 0)
        }
      ),
      (
        "a property became a row",
        {
          $0.rows.append($0.main)
          $0.main = OldDevice(9, extra: 0)
        }
      ),
    ]
    for (name, change) in changes {
      do {
        for device in try changed(change).all where device.id != 9 {
          #expect(device.extra == device.id * 100, "\(name): \(device.id) has \(device.extra ?? 0)")
        }
      } catch let error as ArchiveError {
        #expect(error.code == .unknownDataLost, "\(name): \(error)")
      }
    }
  }

  @Test("What stays in its form is kept: changed, sorted, removed, and new ones beside it")
  func stays() throws {
    let rack = try changed { old in
      (old.main.known, old.rows[0].known) = (7, 8)
      old.chosen?.known = 9
      old.rows.swapAt(0, 1)
      old.rows.append(OldDevice(70, extra: 0))
      old.named["seven"] = OldDevice(71, extra: 0)
      old.spare = OldDevice(72, extra: 0)
    }
    #expect(rack.main.added == 100 && rack.main.known == 7)
    #expect(rack.rows.map { $0.added } == [500, 400, 0] && rack.chosen?.added == 300)
    #expect(rack.named["six"]?.added == 600 && rack.named["seven"]?.added == 0)
    #expect(rack.spare.added == 0)
  }

  @Test("A row that is removed without a trace takes its data with it")
  func removed() throws {
    let rack = try changed { old in
      old.rows.removeFirst()
      old.chosen = nil
    }
    #expect(rack.rows.map { $0.added } == [500])
  }
}
