@_spi(GeneratedCode) import ArchiveRuntime
import FixtureArchives
import Foundation
import Testing

import let CFixtures.MODE_OFF
import let CFixtures.MODE_ON
import struct CFixtures.configured
import struct CFixtures.purchase

/// The effect of attributes in comments and in archivegen.yml. Archives of chosen keys replace those of older versions.
@Suite struct AnnotationTests {
  /// The least that a purchase can be read from.
  private func purchased(_ others: [String: Any] = [:]) throws -> purchase {
    let values = others.merging(["customer": 1]) { first, _ in first }
    return try archive(Dictionary(uniqueKeysWithValues: values.map { ("p.\($0)", $1) })).decode(
      purchase.self, forKey: "p")
  }

  @Test("'name' is the class of an object, and 'key' a field's key")
  func names() throws {
    var value = purchase()
    value.flags = 6
    let archive = try contents(value)
    #expect(archive.className == "Order")
    #expect(archive.integer("status") == 6)
    #expect(archive["flags"] == nil)
    #expect(try roundTrip(value).flags == 6)
  }

  @Test("'skip' leaves no key, and zero when read")
  func skip() throws {
    var value = purchase()
    value.cached_total = 7
    value.handle = UnsafeMutableRawPointer(bitPattern: 1)
    let archive = try contents(value)
    #expect(archive["cached_total"] == nil && archive["handle"] == nil)
    let back = try roundTrip(value)
    #expect(back.cached_total == 0 && back.handle == nil)
  }

  @Test("'default' is the value of a missing key, and of a missing key only")
  func defaults() throws {
    let value = try purchased()
    #expect(value.kind == 7)
    #expect(value.mode == MODE_ON)
    #expect(value.ratio == 0.5)
    #expect(value.largest == .max)
    #expect(withUnsafeBytes(of: value.note) { Array($0) } == Array("none".utf8) + [0, 0, 0, 0])
    #expect(value.order == 0, "a field without a default is zero")
    let given = try purchased(["kind": 0, "mode": 0, "ratio": 0.25, "note": "mine"])
    #expect(
      given.kind == 0 && given.mode == MODE_OFF && given.ratio == 0.25 && given.note.0 == CChar(UInt8(ascii: "m")))
  }

  @Test("Without a key that is 'required' nothing is read")
  func required() throws {
    #expect(throws: ArchiveError.missingKey(path: "p.customer")) {
      try archive(["p.order": 1]).decode(purchase.self, forKey: "p")
    }
    #expect(try purchased(["customer": -5]).customer == -5)
  }

  @Test("'was' names earlier keys, and the newest one that is there is read")
  func was() throws {
    #expect(try purchased(["sum": 1.5]).total == 1.5)
    #expect(try purchased(["sum": 1.5, "amount": 2.5]).total == 2.5)
    #expect(try purchased(["sum": 1.5, "amount": 2.5, "total": 3.5]).total == 3.5)
  }

  @Test("'was' on a type names the class of earlier archives")
  func wasType() throws {
    var old = OldPurchase()
    old.storage.store(12.5, at: 0)
    old.storage.store(9 as Int64, at: 8)
    let back = try ArchiveDecoder().decode(purchase.self, from: ArchiveEncoder().encode(old))
    #expect(back.total == 12.5 && back.customer == 9)
    #expect(throws: ArchiveError.self, "another class is not let in") {
      try ArchiveDecoder().decode(configured.self, from: ArchiveEncoder().encode(old))
    }
  }

  @Test("'elements' gives each element a key, under the array's own key")
  func elements() throws {
    var value = purchase()
    value.parts = (10, 20)
    let archive = try contents(value)
    #expect(archive.integer("part[0]") == 10 && archive.integer("part[1]") == 20)
    #expect(try purchased(["part[]": "elements u16[2]", "part[0]": 3, "part[1]": 4]).parts == (3, 4))
  }

  @Test("The configuration's attributes have the same effect as a comment's")
  func configuration() throws {
    var value = configured()
    value.renamed = 4
    value.hidden = UnsafeMutableRawPointer(bitPattern: 1)
    value.member.inner = 6
    let contents = try contents(value)
    #expect(contents.keys == ["member.inner", "newName"])
    #expect(contents.integer("newName") == 4)
    let old = try archive(["c.renamed": 8]).decode(configured.self, forKey: "c")
    #expect(old.renamed == 8 && old.member.inner == 5 && old.hidden == nil)
  }
}

/// The purchase of the time when it was called so.
private struct OldPurchase: RawRecord, ArchivableRecord {
  static let archiveSchema = RecordSchema(
    "PurchaseOrder", size: 16, alignment: 8,
    fields: [.scalar("sum", .f64, at: 0), .scalar("customer", .i64, at: 8)])

  var storage: RecordStorage
}
