import ArchiveInspection
import ArchiveRuntime
import Foundation
import Testing

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
