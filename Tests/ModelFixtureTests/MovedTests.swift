import ArchiveRuntime
import Foundation
import Testing

@testable import ModelFixtures

@Suite("Properties that moved")
struct MovedTests {
  private let former: [(String, any ArchivableValue)] = [
    ("weight", 3), ("label", "fragile"), ("marks", [Int32]([1, 2])), ("spot.x", 4), ("spot.y", 5),
  ]

  private var expected: Crate {
    var crate = Crate(weight: 3, tag: ParcelTag(price: 2.5))
    (crate.tag.text, crate.tag.marks, crate.tag.place) = ("fragile", [1, 2], Spot(x: 4, y: 5))
    return crate
  }

  @Test("into structs of an object") func object() throws {
    var made = HandMade(("id", 1), ("crate.price", 2.5))
    made.entries += former
    let parcel = try ArchiveDecoder().decode(Parcel.self, from: try made.data(as: "Parcel"))
    #expect(parcel.id == 1 && parcel.crate == expected)
  }

  @Test("into a struct under a key of several, and at the root") func top() throws {
    var encoder = ArchiveWriter()
    for (key, value) in former { try encoder.encodeAny(value, forKey: "c." + key) }
    try encoder.encode(2.5, forKey: "c.crate.price")
    try encoder.encode(9, forKey: "weight")
    let decoder = try ArchiveReader(try encoder.finish())
    #expect(try decoder.decode(Crate.self, forKey: "c") == expected)
    var made = HandMade(("crate.price", 2.5))
    made.entries += former
    #expect(try ArchiveDecoder().decode(Crate.self, from: try made.data(as: "Crate")) == expected)
  }

  @Test("values are written under the present keys, which are also read first") func today() throws {
    let copy = try roundTrip([expected])
    #expect(copy == [expected])
    let both = HandMade(("crate.weight", 7), ("weight", 3), ("crate.tag.price", 1.0), ("id", 1))
    #expect(try ArchiveDecoder().decode(Parcel.self, from: try both.data(as: "Parcel")).crate.weight == 7)
  }

  @Test("a missing one is named by today's key") func missing() throws {
    #expect(throws: ArchiveError.self) {
      try ArchiveDecoder().decode(Parcel.self, from: try HandMade(("id", 1), ("label", "x")).data(as: "Parcel"))
    }
  }
}

extension ArchiveWriter {
  fileprivate mutating func encodeAny(_ value: any ArchivableValue, forKey key: String) throws {
    func put<Value: ArchivableValue>(_ value: Value) throws { try encode(value, forKey: key) }
    try put(value)
  }
}
