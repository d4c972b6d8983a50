import Foundation
import Testing

@testable import ArchiveRuntime

/// What the property lists in other projects' tests taught, in data of our own: each was judged otherwise by another
/// reader, or is spelled in a way that no writer here has.
@Suite("Lists as other writers and other readers' tests have them")
struct ForeignListTests {
  private func read(_ text: String) throws -> String { try canonical(PropertyList(Data(text.utf8))) }

  @Test("Comments that end at once, look like the end of another, or stand beside keys")
  func comments() throws {
    #expect(try read("<dict><!----><key>a</key><!-- > --><true/><!-- <key>b</key> --></dict>") == "{'61': true}")
    #expect(try read("<plist><!-- - - --><string>x<!---->y</string></plist>") == "'7879'")
  }

  @Test("Attributes are ignored, and quotes in them do not end an element")
  func attributes() throws {
    #expect(try read("<plist><string a='>'>x</string></plist>") == "'78'")
    #expect(try read("<array id=\"</array>\"><true/></array>") == "[true]")
  }

  @Test("Empty keys, an empty key beside others, and texts of white space alone")
  func emptyKeys() throws {
    #expect(try read("<dict><key></key><string> </string><key> </key><string/></dict>") == "{'': '20', '20': ''}")
    #expect(try read("<dict><key/><true/></dict>") == "{'': true}")
  }

  @Test("References to control characters, which XML forbids and CoreFoundation reads")
  func controlCharacters() throws {
    #expect(try read("<string>a&#8;z</string>") == "'61087a'")
    #expect(try read("<string>&#x1f;</string>") == "'1f'")
  }

  @Test("Padding in the midst of data, which Python's reader passes over, is an error")
  func padding() {
    #expect(throws: ArchiveError.self) { try read("<data>AAAA==AAAA</data>") }
    #expect(throws: ArchiveError.self) { try read("<data>AA=A</data>") }
  }

  @Test("Bases of addresses, ranges, ordered sets by number, index sets by ranges: as Foundation's own files have them")
  func values() throws {
    let address = try keyedArchive([
      .object(4, [("NS.base", .uid(2)), ("NS.relative", .uid(3))]),
      .object(4, [("NS.base", .uid(0)), ("NS.relative", .uid(5))]), .string("b.txt"), .class("NSURL", "NSObject"),
      .string("http://a.example/c/"),
    ])
    let url = try ArchiveDecoder().decode(URL.self, from: address)
    #expect(url.absoluteString == "http://a.example/c/b.txt")
    let ordered = try keyedArchive([
      .object(4, [("NS.object.0", .uid(2)), ("NS.object.1", .uid(3)), ("NS.object.2", .uid(2))]), .string("one"),
      .string("two"), .class("NSOrderedSet", "NSObject"),
    ])
    #expect(try ArchiveDecoder().decode([String].self, from: ordered) == ["one", "two", "one"])
    let ranges = try keyedArchive([
      .object(2, [("NSLocation", .integer(50)), ("NSLength", .integer(50)), ("NSRangeCount", .integer(1))]),
      .class("NSMutableIndexSet", "NSIndexSet", "NSObject"),
    ])
    #expect(try ArchiveDecoder().decode(IndexSet.self, from: ranges) == IndexSet(50..<100))
  }

  @Test("Damaged archives from other readers' tests: each is an error of its own kind")
  func damaged() throws {
    func kind(_ objects: [Sample], top: [(String, Sample)] = [("root", .uid(1))]) throws -> String {
      let error = failure(Person.self, try keyedArchive(objects, top: top))
      switch error?.code {
      case nil: return "read"
      case .corrupt: return "corrupt"
      case .missingKey: return "missing"
      default: return "\(String(describing: error))"
      }
    }
    #expect(try kind([.object(2, [])]) == "corrupt", "the class is no object of the archive")
    #expect(try kind([.dictionary([])]) == "missing", "no class")
    #expect(try kind([.object(2, []), .dictionary([])]) == "corrupt", "a class without a name")
    #expect(try kind([.object(2, []), .string("Person")]) == "corrupt", "a class that is text")
    #expect(try kind([.object(2, []), .class("Person")], top: [("other", .uid(1))]) == "missing", "no root")
    #expect(try kind([.object(2, []), .class("Person")], top: [("root", .uid(10))]) == "corrupt", "no such object")
  }

  @Test("Offsets and references of three bytes, which no writer here chooses")
  func threeBytes() throws {
    func wide(_ number: Int) -> [UInt8] { [0, 0, UInt8(number)] }
    let objects: [UInt8] = [0xD1] + wide(1) + wide(2) + [0x51, 0x6B, 0x51, 0x76]
    let table = wide(8) + wide(15) + wide(17)
    let trailer: [UInt8] = [0, 0, 0, 0, 0, 0, 3, 3] + [3, 0, 19].flatMap { [0, 0, 0, 0, 0, 0, 0, UInt8($0)] }
    #expect(try canonical(PropertyList(Data("bplist00".utf8) + objects + table + trailer)) == "{'6b': '76'}")
  }

  @Test("XML in UTF-16 of either byte order, with its mark")
  func wideXML() throws {
    let text = "<?xml version=\"1.0\" encoding=\"utf-16\"?><dict><key>Åé😀</key><real>32.5</real></dict>"
    for isBig in [false, true] {
      let bytes = ("\u{FEFF}" + text).utf16.flatMap { unit in
        isBig ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)]
      }
      #expect(try canonical(PropertyList(Data(bytes))) == "{'c385c3a9f09f9880': real 4040400000000000}")
    }
  }

  @Test("A list that contains itself, as Python writes one, is opened, and following it is an error")
  func circles() throws {
    let trailer: [UInt8] = [0, 0, 0, 0, 0, 0, 1, 1] + [1, 0, 10].flatMap { [0, 0, 0, 0, 0, 0, 0, UInt8($0)] }
    let list = try PropertyList(Data("bplist00".utf8) + [0xA1, 0x00, 0x08] + trailer)
    #expect(try list.read { (view) throws(ArchiveError) in view.walk() } == 1)
    let archive = try keyedArchive([.object(2, [("NS.objects", .array([.uid(1)]))]), .class("NSArray", "NSObject")])
    #expect(failure(ArchiveValue.self, archive) != nil)
  }

  @Test("Text of another bridge's class is refused with both names, whatever class it hints at")
  func classHints() throws {
    let archive = try keyedArchive([
      .object(2, [("pytype", .integer(1)), ("NS.string", .string("text of Python"))]),
      .dictionary([
        ("$classname", .string("OC_Text")), ("$classes", .array([.string("OC_Text"), .string("NSString")])),
        ("$classhints", .array([.string("NSString")])),
      ]),
    ])
    let error = failure(String.self, archive)
    guard error?.code == .typeNotAllowed, error?.details.found == "OC_Text", error?.details.expected == "NSString"
    else {
      Issue.record("\(String(describing: failure(String.self, archive)))")
      return
    }
  }
}
