import ArchiveRuntime
import Foundation
import RuntimeTestC
import Testing

/// An existing class that holds C records. Not private: Foundation archives top-level classes only.
final class RecordHolder: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var theStruct = someOrder()
  var points = [point(x: 1, y: -1), point(x: 2, y: -2)]
  var numbers = RuntimeTestC.numbers()
  var drawing = RuntimeTestC.drawing()
  var failure: (any Error)?

  override init() {}

  func encode(with coder: NSCoder) {
    do {
      try coder.encode(theStruct, forKey: "theStruct")
      try coder.encode(points, forKey: "points")
      try coder.encode(numbers, forKey: "numbers")
      try coder.encode(drawing, forKey: "drawing")
    } catch { failure = error }
  }

  required init?(coder: NSCoder) {
    do {
      theStruct = try coder.decode(order.self, forKey: "theStruct")
      points = try coder.decode([point].self, forKey: "points")
      numbers = try coder.decode(RuntimeTestC.numbers.self, forKey: "numbers")
      drawing = try coder.decode(RuntimeTestC.drawing.self, forKey: "drawing")
    } catch { failure = error }
  }
}

@Suite("Records in NSCoding classes, through Foundation's archiver")
struct CoderTests {
  private func roundTrip(_ holder: RecordHolder, secure: Bool) throws -> (RecordHolder, Data) {
    let data = try NSKeyedArchiver.archivedData(withRootObject: holder, requiringSecureCoding: secure)
    #expect(holder.failure == nil)
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = secure
    let back = try #require(
      secure
        ? unarchiver.decodeObject(of: RecordHolder.self, forKey: NSKeyedArchiveRootObjectKey)
        : unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? RecordHolder)
    return (back, data)
  }

  @Test("come back as they were, under keys that read as paths", arguments: [true, false])
  func roundTrip(secure: Bool) throws {
    let holder = RecordHolder()
    holder.numbers = numbers(
      b: true, i8: -128, i16: .min, i32: .min, i64: .min, u8: 255, u16: .max, u32: .max, u64: .max,
      f32: Float(bitPattern: 0x7FA0_0001), f64: Double(bitPattern: 0xFFF4_0000_0000_0001))
    holder.drawing.lines.1.to = point(x: 3, y: 4)
    holder.drawing.grid.1.1 = point(x: 5, y: 6)
    let (back, data) = try roundTrip(holder, secure: secure)
    #expect(back.failure == nil)
    #expect(bytes(back.theStruct) == bytes(holder.theStruct))
    #expect(back.points.map(\.y) == [-1, -2])
    #expect(back.numbers.u64 == .max && back.numbers.i64 == .min && back.numbers.b)
    #expect(back.numbers.f32.bitPattern == 0x7FA0_0001 && back.numbers.f64.bitPattern == 0xFFF4_0000_0000_0001)
    #expect(bytes(back.drawing) == bytes(holder.drawing))

    let objects = try #require(try plist(data)["$objects"] as? [Any])
    let object = try #require(objects.dropFirst().first as? [String: Any])
    #expect(object["theStruct.status"] as? Int == 5)
    #expect(object["theStruct.flag"] as? Bool == true)
    #expect((object["theStruct.numbers"] as? Data).map(Array.init) == [1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 255, 255])
    #expect((object["points[].x"] as? Data).map(Array.init) == [1, 0, 0, 0, 2, 0, 0, 0])
  }

  @Test("NaNs of the usual kind stay plain reals")
  func usualNaN() throws {
    let holder = RecordHolder()
    holder.numbers.f32 = .nan
    holder.numbers.f64 = .nan
    let (back, data) = try roundTrip(holder, secure: true)
    #expect(back.numbers.f32.bitPattern == Float.nan.bitPattern && back.numbers.f64.bitPattern == Double.nan.bitPattern)
    let objects = try #require(try plist(data)["$objects"] as? [Any])
    #expect((objects[1] as? [String: Any])?["numbers.f64"] is Double)
  }

  @Test("a record that the archive lacks is a missing key, one out of range an error with its path")
  func failures() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(Int64(1) << 40, forKey: "p.x")
    archiver.encode(2.5, forKey: "q.x")
    archiver.encode(7 as Int64, forKey: "r.name")
    archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(throws: ArchiveError.missingKey(path: "none")) { try unarchiver.decode(point.self, forKey: "none") }
    #expect(throws: ArchiveError.outOfRange(path: "p.x", value: "1099511627776", type: "i32")) {
      try unarchiver.decode(point.self, forKey: "p")
    }
    #expect(throws: ArchiveError.wrongType(path: "q.x", expected: "i32", found: "a real number, 2.5")) {
      try unarchiver.decode(point.self, forKey: "q")
    }
    #expect(throws: ArchiveError.wrongType(path: "r.name", expected: "a string", found: "an integer")) {
      try unarchiver.decode(order.self, forKey: "r")
    }
  }

  @Test("a coder without keys is named")
  func keyless() throws {
    final class Keyless: NSCoder { override var allowsKeyedCoding: Bool { false } }
    #expect(throws: ArchiveError.keyedCodingRequired(coder: "Keyless")) {
      try Keyless().encode(point(x: 1, y: 2), forKey: "p")
    }
    #expect(throws: ArchiveError.keyedCodingRequired(coder: "Keyless")) {
      try Keyless().decode(point.self, forKey: "p")
    }
  }

  @Test("our own archives open with Foundation's unarchiver")
  func ours() throws {
    var encoder = ArchiveWriter()
    try encoder.encode(someOrder(), forKey: "theStruct")
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: try encoder.finish())
    let back = try unarchiver.decode(order.self, forKey: "theStruct")
    #expect(bytes(back) == bytes(someOrder()))
  }
}
