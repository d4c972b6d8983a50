import ArchiveInspection
import ArchiveRuntime
import Foundation
import TestRandom
import Testing
import UntypedArchive

@Suite("JSON that is turned back into the same archive")
struct LosslessJSONTests {
  @Test("Every archive of the test tree comes back byte for byte")
  func goldens() throws {
    #expect(TestArchives.all.count > 150)
    for file in TestArchives.all {
      let original = try Data(contentsOf: file)
      let json = try TestArchives.json(try TestArchives.document(original))
      #expect((try? JSONSerialization.jsonObject(with: json)) != nil, "\(file.lastPathComponent) gives no valid JSON")
      let back = try TestArchives.list(json)
      guard back.format == .binary else {
        let xml = try XMLPropertyListWriter.xml(back.data)
        #expect(xml == original, "\(file.lastPathComponent) differs")
        continue
      }
      #expect(!back.hasOtherLayout, "\(file.lastPathComponent) has another layout")
      #expect(back.data == original, "\(file.lastPathComponent) differs")
    }
  }

  @Test("Without the layout an archive has the same values")
  func withoutLayout() throws {
    var options = LosslessJSONWriter.Options()
    options.hasLayout = false
    for file in TestArchives.all.prefix(100) {
      let json = try TestArchives.json(try TestArchives.document(try Data(contentsOf: file)), options)
      let back = try TestArchives.list(json)
      #expect(try TestArchives.json(try TestArchives.document(back.data), options) == json, "\(file.lastPathComponent)")
    }
  }

  @Test("Values that JSON has nothing for keep their bits")
  func specialValues() throws {
    let list = TestArchives.list(
      [
        [0x23, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0], [0x23, 0x7F, 0xF8, 0, 0, 0, 0, 0, 1], [0x22, 0xFF, 0x80, 0, 0],
        [0x22, 0x3F, 0x80, 0, 0], [0x33, 0x41, 0xC0, 0, 0, 0, 0, 0, 0x40],
        [0x13, 0x7F] + Array(repeating: 0xFF, count: 7),
        [0x14, 0, 0, 0, 0, 0, 0, 0, 0] + Array(repeating: 0xFF, count: 8), [0x00], [0x80, 7], [0x42, 1, 2],
        [0x61, 0xD8, 0x00], [0xC1, 3], [0x54] + Array("$ref".utf8), [0xD1, 12, 8], [0x23, 0x80, 0, 0, 0, 0, 0, 0, 0],
        [0xAE] + (0...13).map { UInt8($0) }, [0xA2, 15, 14],
      ], top: 16)
    let json = try TestArchives.json(try TestArchives.document(list))
    let text = String(decoding: json, as: UTF8.self)
    for part in [
      #"{"$real":"inf"}"#, #"{"$real":"0x7ff8000000000001"}"#, #"{"$f32":"-inf"}"#, #"{"$f32":1.0}"#,
      #"{"$int":"9223372036854775807"}"#, #"{"$int":"18446744073709551615"}"#, "null", #"{"$ref":7}"#,
      #"{"$data":"AQI="}"#,
      #"{"$utf16":"d800"}"#, #"{"$set":["#, #"{"$dict":["$ref",{"$ref":7}]}"#, "-0.0",
    ] { #expect(text.contains(part), "\(part) is not in \(text)") }
    let back = try TestArchives.list(json)
    #expect(back.data == list)
  }

  @Test("A list that contains itself, and one that contains the same list many times, is written once")
  func sharedContainers() throws {
    let own = TestArchives.list([[0xA1, 0]], top: 0)
    #expect(
      String(decoding: try TestArchives.json(try TestArchives.document(own)), as: UTF8.self).contains(
        #"[{"$again":0}]"#))
    #expect(try TestArchives.list(try TestArchives.json(try TestArchives.document(own))).data == own)
    // Sixty arrays of two references to the next would be 2^60 elements.
    let levels = (0..<60).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] } + [[0xA0]]
    let deep = TestArchives.list(levels, top: 0)
    let json = try TestArchives.json(try TestArchives.document(deep))
    #expect(json.count < 5_000)
    #expect(try TestArchives.list(json).data == deep)
  }

  @Test("Edited JSON gives an archive of the edited values")
  func edited() throws {
    let list = TestArchives.list([[0x51, 0x61], [0x10, 1], [0x51, 0x62], [0xD2, 0, 2, 1, 1]], top: 3)
    let json = String(decoding: try TestArchives.json(try TestArchives.document(list)), as: UTF8.self)
    let other = json.replacingOccurrences(of: #""a":1"#, with: #""a":2"#)
    #expect(other != json)
    let back = try TestArchives.list(Data(other.utf8))
    #expect(back.hasOtherLayout)
    let values = try PropertyListSerialization.propertyList(from: back.data, format: nil) as? [String: Int]
    #expect(values == ["a": 2, "b": 1])
  }

  @Test("JSON of others is a property list of its values")
  func plainJSON() throws {
    let back = try TestArchives.list(Data(#" {"a": [1, 2.5, true, "é😀"], "b": {}} "#.utf8))
    let values = try PropertyListSerialization.propertyList(from: back.data, format: nil) as? NSDictionary
    #expect(values == ["a": [1, 2.5, true, "é😀"], "b": [String: Int]()] as NSDictionary)
  }

  @Test(
    "A mistake in the JSON is reported with its place",
    arguments: [
      ("{", "line 1, column 2"), ("{\"a\":\n 1,}", "line 2, column 4"), ("[1 2]", "line 1, column 4"),
      ("[\"\\q\"]", "line 1"),
      ("{\"$ref\":-1}", "a number from 0 on"), ("{\"$data\":\"*\"}", "no base64"), ("[1] 2", "something follows"),
      ("{\"$values\":\"u8\",\"list\":[256]}", "no value of the type u8"), ("[nul]", "a value is expected"),
      ("{\"$ref\":1,\"b\":2}", "a tag, and nothing else"), ("[\"\\ud800\"]", "unpaired surrogate"),
      ("[1e999]", "no number"),
    ])
  func mistakes(_ text: String, _ reason: String) {
    do {
      _ = try TestArchives.list(Data(text.utf8))
      Issue.record("'\(text)' was read")
    } catch {
      #expect("\(error)".contains(reason), "\(error)")
    }
  }

  @Test("JSON nested a hundred thousand levels deep needs no stack")
  func deep() throws {
    let text = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let back = try TestArchives.list(Data(text.utf8))
    let again = try TestArchives.json(try TestArchives.document(back.data))
    #expect(try TestArchives.list(again).data == back.data)
  }
}

@Suite("Lists that another writer has encoded")
struct OtherEncodingTests {
  /// A list whose objects are encoded as writers choose, not in the shortest way.
  private static func file(_ numbers: inout SeededNumbers) -> Data {
    func big(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> ($0 * 8)) : value < 0 ? 0xFF : 0 }
    }
    func counted(_ marker: UInt8, _ count: Int, _ numbers: inout SeededNumbers) -> [UInt8] {
      let exponent = UInt8.random(in: 0...4, using: &numbers)
      if exponent == 4, count < 15 { return [marker | UInt8(count)] }
      return [marker | 0xF, 0x10 | exponent % 4] + big(count, 1 << (exponent % 4))
    }
    let leastUID = [1, 1, 2, 3, 4].randomElement(using: &numbers) ?? 1
    var objects: [[UInt8]] = [[]]
    for _ in 0..<Int.random(in: 3...20, using: &numbers) {
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0:
        let exponent = UInt8.random(in: 0...4, using: &numbers)
        objects.append([0x10 | exponent] + big([0, 1, 200].randomElement(using: &numbers) ?? 0, 1 << exponent))
      case 1: objects.append([0x13] + big(-5, 8))
      case 2: objects.append([0x14] + big(-5, 16))
      case 3:
        let text = ["", "a", "hello", String(repeating: "x", count: 20)].randomElement(using: &numbers) ?? ""
        let isWide = Bool.random(using: &numbers)
        objects.append(
          counted(isWide ? 0x60 : 0x50, text.utf8.count, &numbers) + text.utf8.flatMap { isWide ? [0, $0] : [$0] })
      case 4: objects.append(counted(0x40, 3, &numbers) + [1, 2, 3])
      default:
        let size = max(leastUID, [1, 1, 2, 5].randomElement(using: &numbers) ?? 1)
        objects.append([0x80 | UInt8(size - 1)] + big(Int.random(in: 0..<200, using: &numbers), size))
      }
    }
    // References to some, twice to others; what none refers to is an orphan.
    let leaves = objects.count
    let references = (0..<Int.random(in: 1...24, using: &numbers)).map { _ in
      UInt8.random(in: 1..<UInt8(leaves), using: &numbers)
    }
    objects.append(counted(0xA0, 2, &numbers) + [1, 2])
    objects[0] = counted(0xA0, references.count + 1, &numbers) + references + [UInt8(leaves)]
    return TestArchives.list(objects, top: 0)
  }

  @Test("UIDs of two bytes, long lengths, ASCII as UTF-16 and orphans come back byte for byte")
  func forms() throws {
    let random = SeededRandom.replayable()
    var numbers = SeededNumbers(random.seed)
    for round in 0..<300 {
      let file = Self.file(&numbers)
      let document = try TestArchives.document(file)
      let back = try TestArchives.list(try TestArchives.json(document))
      #expect(back.data == file && !back.hasOtherLayout, "seed \(random.seed), round \(round)")
      #expect(ListLayout.differences(of: document).isEmpty)
    }
  }

  @Test("A file that JSON does not give back says why")
  func differences() throws {
    let list = try TestArchives.list(Data("[1,2]".utf8)).data
    #expect(ListLayout.differences(of: try TestArchives.document(list)).isEmpty)
    var version = list
    version[7] = 0x31
    #expect(ListLayout.differences(of: try TestArchives.document(version)).first?.contains("version") == true)
    var trailer = list
    trailer[trailer.count - 30] = 1
    #expect(ListLayout.differences(of: try TestArchives.document(trailer)).first?.contains("trailer") == true)
    let gap = TestArchives.list([[0xA1, 1], [0x08, 0x08, 0x08]], top: 0)
    #expect(ListLayout.differences(of: try TestArchives.document(gap)).first?.contains("2 bytes") == true)
  }
}
