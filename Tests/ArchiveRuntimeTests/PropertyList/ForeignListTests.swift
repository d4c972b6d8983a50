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

  @Test("Attributes mean nothing, whatever they are, and quotes in them end no element")
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

  @Test("What damaged archives in other readers' tests are: each an error of its own kind")
  func damaged() throws {
    func kind(_ objects: [Sample], top: [(String, Sample)] = [("root", .uid(1))]) throws -> String {
      let data = try keyedArchive(objects, top: top)
      do {
        _ = try ArchiveDecoder().decode(Person.self, from: data)
        return "read"
      } catch ArchiveError.corrupt { return "corrupt" } catch ArchiveError.missingKey { return "missing" } catch {
        return "\(error)"
      }
    }
    #expect(try kind([.object(2, [])]) == "corrupt", "the class is no object of the archive")
    #expect(try kind([.dictionary([])]) == "missing", "no class")
    #expect(try kind([.object(2, []), .dictionary([])]) == "corrupt", "a class without a name")
    #expect(try kind([.object(2, []), .string("Person")]) == "corrupt", "a class that is text")
    #expect(try kind([.object(2, []), .class("Person")], top: [("other", .uid(1))]) == "missing", "no root")
    #expect(try kind([.object(2, []), .class("Person")], top: [("root", .uid(10))]) == "corrupt", "no such object")
  }
}
