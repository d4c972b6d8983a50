import ArchiveRuntime
import Foundation
import Testing

@testable import ModelFixtures

// Coding methods as written by hand for Foundation, with the keys of the fixtures in Objects.swift.

class CodingMap: NSObject, NSSecureCoding {
  class var supportsSecureCoding: Bool { true }
  var mapName = ""
  var legends: [String] = []
  var isLegendVisible = false
  var scale = 1.0
  var tile = Data()
  var updated = Date(timeIntervalSinceReferenceDate: 0)
  var notes: [String: String] = [:]
  var marks: [CodingMark] = []
  var center: CodingMark?
  var auxiliary: CodingMap?

  override init() {}

  func encode(with coder: NSCoder) {
    coder.encode(mapName, forKey: "MVMapName")
    coder.encode(legends, forKey: "MVLegendList")
    coder.encode(isLegendVisible, forKey: "MVLegendVisible")
    coder.encode(scale, forKey: "MVScale")
    coder.encode(tile, forKey: "MVTile")
    coder.encode(updated, forKey: "MVUpdated")
    coder.encode(notes, forKey: "MVNotes")
    coder.encode(marks, forKey: "MVMarks")
    coder.encode(center, forKey: "MVCenter")
    coder.encodeConditionalObject(auxiliary, forKey: "MVAuxiliaryView")
  }

  required init?(coder: NSCoder) {
    mapName = coder.decodeObject(of: NSString.self, forKey: "MVMapName") as String? ?? ""
    legends = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "MVLegendList") as? [String] ?? []
    isLegendVisible = coder.decodeBool(forKey: "MVLegendVisible")
    scale = coder.decodeDouble(forKey: "MVScale")
    tile = coder.decodeObject(of: NSData.self, forKey: "MVTile") as Data? ?? Data()
    updated = coder.decodeObject(of: NSDate.self, forKey: "MVUpdated") as Date? ?? .distantPast
    notes = coder.decodeObject(of: [NSDictionary.self, NSString.self], forKey: "MVNotes") as? [String: String] ?? [:]
    marks = coder.decodeObject(of: [NSArray.self, CodingMark.self], forKey: "MVMarks") as? [CodingMark] ?? []
    center = coder.decodeObject(of: CodingMark.self, forKey: "MVCenter")
    auxiliary = coder.decodeObject(of: CodingMap.self, forKey: "MVAuxiliaryView")
  }
}

final class CodingMark: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let title: String
  let number: Int

  init(title: String, number: Int) { (self.title, self.number) = (title, number) }

  func encode(with coder: NSCoder) {
    coder.encode(title, forKey: "MVTitle")
    coder.encode(number, forKey: "MVNumber")
  }

  init?(coder: NSCoder) {
    title = coder.decodeObject(of: NSString.self, forKey: "MVTitle") as String? ?? ""
    number = coder.decodeInteger(forKey: "MVNumber")
  }
}

@Suite("Archives of NSCoding classes written by hand, and generated code") struct CodingTests {
  @Test("What Foundation's archiver wrote is read, with its keys and class names", arguments: [true, false])
  func fromFoundation(isXML: Bool) throws {
    let map = CodingMap()
    (map.mapName, map.legends, map.isLegendVisible, map.scale) = ("Berlin", ["a", "b"], true, 0.5)
    (map.tile, map.updated, map.notes) = (Data([1, 2, 255]), Date(timeIntervalSinceReferenceDate: 7.5), ["k": "v"])
    map.marks = [CodingMark(title: "m", number: 1), CodingMark(title: "n", number: -2)]
    map.center = map.marks[1]
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.outputFormat = isXML ? .xml : .binary
    archiver.encode(map, forKey: NSKeyedArchiveRootObjectKey)
    archiver.finishEncoding()
    let read = try ArchiveDecoder().decode(MapView.self, from: archiver.encodedData)
    #expect((read.mapName, read.legends, read.isLegendVisible, read.scale) == ("Berlin", ["a", "b"], true, 0.5))
    #expect((read.tile, read.updated, read.notes) == (map.tile, map.updated, map.notes))
    #expect(read.marks.map(\.title) == ["m", "n"] && read.marks.map(\.number) == [1, -2])
    #expect(read.center === read.marks[1])
    #expect(read.auxiliary == nil && read.marks[0].map == nil)
  }

  @Test("What generated code writes is read by NSKeyedUnarchiver, securely", arguments: [true, false])
  func toFoundation(isXML: Bool) throws {
    let map = MapView()
    (map.mapName, map.legends, map.isLegendVisible, map.scale) = ("Berlin", ["a", "b"], true, 0.5)
    (map.tile, map.updated, map.notes) = (Data([1, 2, 255]), Date(timeIntervalSinceReferenceDate: 7.5), ["k": "v"])
    map.marks = [MapMark(title: "m", number: 1), MapMark(title: "n", number: -2)]
    map.center = map.marks[1]
    var encoder = ArchiveEncoder()
    encoder.outputFormat = isXML ? .xml : .binary
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: try encoder.encode(map))
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    unarchiver.setClass(CodingMap.self, forClassName: "MapView")
    unarchiver.setClass(CodingMark.self, forClassName: "MapMark")
    let read = try #require(unarchiver.decodeObject(of: CodingMap.self, forKey: NSKeyedArchiveRootObjectKey))
    #expect(unarchiver.error == nil)
    #expect((read.mapName, read.legends, read.isLegendVisible, read.scale) == ("Berlin", ["a", "b"], true, 0.5))
    #expect((read.tile, read.updated, read.notes) == (map.tile, map.updated, map.notes))
    #expect(read.marks.map(\.title) == ["m", "n"] && read.marks.map(\.number) == [1, -2])
    #expect(read.center === read.marks[1])
  }

  @Test("Numbers that a class encodes as objects, alone and in arrays, are objects for NSKeyedUnarchiver")
  func numberObjects() throws {
    let poster = Poster(title: "p", count: 2)
    (poster.weight, poster.ribbon, poster.sizes) = (0.25, 9, [1, -2, 3])
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: try ArchiveEncoder().encode(poster))
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    unarchiver.setClass(CodingPoster.self, forClassName: "Poster")
    let read = try #require(unarchiver.decodeObject(of: CodingPoster.self, forKey: NSKeyedArchiveRootObjectKey))
    #expect(unarchiver.error == nil)
    #expect((read.weight, read.ribbon) == (0.25, 9))
    #expect(read.sizes == [1, -2, 3])
  }

  @Test("NSObject subclasses, with back references and a conditional view") func ownRoundTrip() throws {
    let map = DetailedMapView()
    map.detail = 9
    let auxiliary = MapView()
    map.auxiliary = auxiliary
    map.center = MapMark(title: "c", number: 3)
    map.center?.map = map
    let alone = try #require(try roundTrip(map as MapView) as? DetailedMapView)
    #expect(alone.detail == 9 && alone.auxiliary == nil && alone.center?.map === alone)
    let both = try roundTrip([map, auxiliary])
    #expect(both[0].auxiliary === both[1])
  }
}

/// What the former methods of `Poster` encode as objects.
private final class CodingPoster: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let weight: Double?
  let ribbon: Int?
  let sizes: [Int]?

  init?(coder: NSCoder) {
    weight = coder.decodeObject(of: NSNumber.self, forKey: "PSWeight")?.doubleValue
    ribbon = coder.decodeObject(of: NSNumber.self, forKey: "PSRibbon")?.intValue
    sizes = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: "PSSizes") as? [Int]
  }

  func encode(with coder: NSCoder) {}
}
