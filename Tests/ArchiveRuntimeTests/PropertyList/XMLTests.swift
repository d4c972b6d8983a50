import Foundation
import Testing

@testable import ArchiveRuntime

@Suite struct XMLPropertyListTests {
  private func read(_ text: String) throws -> String { try canonical(PropertyList(Data(text.utf8))) }

  private func failure(_ text: String) -> ArchiveError? { failure(Data(text.utf8)) }

  private func failure(_ data: Data) -> ArchiveError? {
    do throws(ArchiveError) {
      _ = try PropertyList(data)
      return nil
    } catch { return error }
  }

  private func hex(_ text: String) -> String {
    "'" + text.utf8.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined() + "'"
  }

  @Test("Prolog, comments, instructions and a byte order mark may stand around the list")
  func prolog() throws {
    for prefix in [
      "", "\u{FEFF}", "<?xml version='1.0'?>", "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- <a> -- -->",
      "<!DOCTYPE plist SYSTEM 'a>b'>", "<!DOCTYPE plist><?pi a>b ?> \r\n",
    ] {
      #expect(try read(prefix + "<plist version=\"1.0\"><true/></plist>\n<!-- end -->") == "true")
    }
    #expect(try read("<true/>") == "true")
    #expect(try read("<plist><true a='>' b=\"/>\"></true></plist>") == "true")
  }

  @Test(
    "Integers are read in decimal and hexadecimal, to 128 bits",
    arguments: [
      ("0", "0"), ("-0", "0"), (" 42\n", "42"), ("+7", "7"), ("0x1F", "31"), ("-0xff", "-255"), ("007", "7"),
      ("18446744073709551615", "18446744073709551615"), ("-9223372036854775808", "-9223372036854775808"),
      ("170141183460469231731687303715884105727", "170141183460469231731687303715884105727"),
      ("-170141183460469231731687303715884105728", "-170141183460469231731687303715884105728"),
    ])
  func integers(text: String, value: String) throws {
    #expect(try read("<plist><integer>\(text)</integer></plist>") == value)
  }

  @Test(
    "A value that is not an integer is an error",
    arguments: [
      "", " ", "-", "+", "0x", "1.5", "1 2", "0xG", "1e3", "--1", "170141183460469231731687303715884105728",
      "-170141183460469231731687303715884105729", "0x1" + String(repeating: "0", count: 40), "𝟙",
    ])
  func badIntegers(text: String) {
    #expect(
      failure("<plist><integer>\(text)</integer></plist>")
        == .corrupt(offset: 7, reason: "the text of the element 'integer' is not its kind of value"))
  }

  @Test(
    "Reals are read as the nearest double",
    arguments: [
      ("0", 0.0), ("-0.0", -0.0), ("1.5e3", 1500), ("+2", 2), (".5", 0.5), ("inf", .infinity),
      ("-Infinity", -.infinity),
      ("1e-400", 0), ("0.1", 0.1),
    ] as [(String, Double)])
  func reals(text: String, value: Double) throws {
    #expect(try read("<real>\(text)</real>") == "real " + String(value.bitPattern, radix: 16))
    #expect(try read("<real>nan</real>") == "real " + String(Double.nan.bitPattern, radix: 16))
  }

  @Test(
    "A value that is not a real number, or too large for a double, is an error",
    arguments: [
      "", "x", "1e999", "0x1p3", "nan(0x1)", "1,5", "1..2", String(repeating: "1", count: 3_000),
    ])
  func badReals(text: String) { #expect(failure("<real>\(text)</real>") != nil) }

  @Test("Texts keep white space and carriage returns; entities, references, CDATA and comments are resolved")
  func texts() throws {
    #expect(try read("<string> a\r\n </string>") == hex(" a\r\n "))
    #expect(try read("<string>&lt;&gt;&amp;&apos;&quot;&#65;&#x1F600;&#13;</string>") == hex("<>&'\"A😀\r"))
    #expect(try read("<string>a<![CDATA[<&amp;]]>]]><!-- c -->b</string>") == hex("a<&amp;]]>b"))
    #expect(try read("<string></string>") == hex(""))
    #expect(try read("<string/>") == hex(""))
    #expect(try read("<array ><string\n/><string >é</string ></array\n>") == "[\(hex("")), \(hex("é"))]")
  }

  @Test(
    "References that name no character, and other entities, are errors",
    arguments: [
      "&nbsp;", "&lt", "& ", "&#;", "&#x;", "&#xD800;", "&#x110000;", "&#99999999999999999999;", "&#12", "&#xg;", "&",
      "<![CDATA[a", "<!--", "<b/>",
    ])
  func badTexts(text: String) { #expect(failure("<string>\(text)</string>") != nil) }

  @Test(
    "Data is base64 with white space",
    arguments: [
      ("", ""), ("AA==", "00"), ("AAE=", "0001"), ("AAEC", "000102"), (" A A\n\tE = ", "0001"), ("/+8=", "ffef"),
    ])
  func data(text: String, bytes: String) throws { #expect(try read("<data>\(text)</data>") == "<\(bytes)>") }

  @Test(
    "Data that is not base64 is an error", arguments: ["A", "AA", "AA=", "A===", "====", "AA==AA==", "AA-_", "AAEC="])
  func badData(text: String) { #expect(failure("<data>\(text)</data>") != nil) }

  @Test(
    "Dates count from 2001 in seconds",
    arguments: [
      ("2001-01-01T00:00:00Z", 0), ("2000-02-29T12:34:56Z", -26_479_504), ("1970-01-01T00:00:00Z", -978_307_200),
      ("9999-12-31T23:59:59Z", 252_423_993_599), ("0001-01-01T00:00:00Z", -63_113_904_000),
    ] as [(String, Double)])
  func dates(text: String, seconds: Double) throws {
    #expect(try read("<date>\(text)</date>") == "date real " + String(seconds.bitPattern, radix: 16))
  }

  @Test(
    "A value that is not a date is an error",
    arguments: [
      "", "2001", "2001-13-01T00:00:00Z", "2001-02-29T00:00:00Z", "2001-01-01T24:00:00Z", "2001-01-01T00:00:00",
      "2001-01-00T00:00:00Z", "1234567890-01-01T00:00:00Z", "2001-1-1T0:0:0Z", "2001-01-01 00:00:00Z",
      "--2001-01-01T00:00:00Z",
    ])
  func badDates(text: String) { #expect(failure("<date>\(text)</date>") != nil) }

  @Test("A dictionary whose one key is CF$UID is a reference; any other stays a dictionary")
  func references() throws {
    func dictionary(_ members: String) -> String { "<dict>\(members)</dict>" }
    let uid = "<key>CF$UID</key>"
    #expect(try read(dictionary(uid + "<integer>7</integer>")) == "uid 7")
    #expect(try read("<array>" + dictionary(uid + "<integer>0</integer>") + "</array>") == "[uid 0]")
    #expect(try read(dictionary(uid + "<string>7</string>")) == "{\(hex("CF$UID")): \(hex("7"))}")
    #expect(
      try read(dictionary(uid + "<integer>7</integer><key>a</key><true/>"))
        == "{\(hex("CF$UID")): 7, \(hex("a")): true}")
    #expect(
      try read(dictionary("<key>a</key><true/>" + uid + "<integer>7</integer>"))
        == "{\(hex("CF$UID")): 7, \(hex("a")): true}")
    #expect(failure(dictionary(uid + "<integer>-1</integer>")) != nil)
    #expect(failure(dictionary(uid + "<integer>18446744073709551615</integer>")) != nil)
    let twice = "\(hex("CF$UID")): 1"
    #expect(
      try read(dictionary(uid + "<integer>1</integer>" + uid + "<integer>1</integer>")) == "{\(twice), \(twice)}")
  }

  @Test(
    "A structure that the DTD does not have is an error with its offset",
    arguments: [
      ("<plist>", 0), ("<plist></plist>", 15), ("<plist><true/>", 0), ("<true/><false/>", 7), ("<plist/>", 0),
      ("<plist><true/></plist><true/>", 22), ("<array><key>a</key></array>", 7), ("<dict><true/></dict>", 6),
      ("<dict><key>a</key></dict>", 18), ("<dict><key>a</key><key>b</key></dict>", 18), ("<array></dict>", 7),
      ("<array>", 0), ("</array>", 0), ("<array><plist></plist></array>", 7), ("<key>a</key>", 0),
      ("<array>x</array>", 7),
      ("<html/>", 0), ("<array", 0), ("<array <", 7), ("<true>x</true>", 0), ("<string>a</key>", 0), ("<string", 0),
      ("<!DOCTYPE plist [<!ENTITY a 'b'>]><true/>", 16), ("<!-- ", 0),
      ("<?xml version='1.0' encoding='latin1'?><true/>", 0),
      ("<>", 0), ("<", 0), ("</true/>", 0),
      ("<true a='", 0),
    ])
  func structure(text: String, offset: Int) {
    guard let found = failure(text)?.offset else {
      Issue.record("\(text) was read")
      return
    }
    #expect(found == offset, "\(text): \(failure(text)?.description ?? "")")
  }

  @Test("A key that occurs twice is found by whoever reads the dictionary, as in binary lists")
  func duplicateKeys() throws {
    func table(_ members: String) throws -> KeyTable {
      let list = try PropertyList(Data("<dict>\(members)</dict>".utf8))
      return try list.read { (view) throws(ArchiveError) in
        guard case .dictionary(let dictionary) = try view.node(view.top) else { throw .notAnArchive(reason: "") }
        return try KeyTable(dictionary, in: view)
      }
    }
    let members = (0..<50).map { "<key>key\($0)</key><true/>" }.joined()
    #expect(try table(members).keys.count == 50)
    #expect(throws: ArchiveError.self) { try table(members + "<key>key7</key><true/>") }
    let long = String(repeating: "k", count: 100)
    #expect(throws: ArchiveError.self) { try table("<key>\(long)</key><true/><key>\(long)</key><true/>") }
  }

  @Test("Nesting ends at the limit, and the error names it")
  func nesting() {
    let deep = { (depth: Int) in
      String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
    }
    #expect(failure(deep(1_000)) == nil)
    #expect(failure(deep(1_001)) == .limitExceeded(limit: "maximumNesting", value: 1_001, maximum: 1_000))
  }

  @Test("Nesting costs no stack: 200,000 levels on a thread with 512 KiB")
  func deepNesting() async throws {
    let count = 200_000
    let text = String(repeating: "<array>", count: count) + String(repeating: "</array>", count: count)
    let objects = await withCheckedContinuation { continuation in
      let thread = Thread {
        let limits = PropertyListLimits(maximumXMLNesting: count)
        continuation.resume(returning: try? PropertyList(Data(text.utf8), limits: limits).objectCount)
      }
      thread.stackSize = 512 * 1_024
      thread.start()
    }
    #expect(objects == count)
  }

  @Test("UTF-16 with a byte order mark is read, and errors give the offset in the file", arguments: [true, false])
  func utf16(isBigEndian: Bool) throws {
    func encoded(_ text: String) -> Data {
      var data = Data()
      for unit in ("\u{FEFF}" + text).utf16 {
        let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
        data += isBigEndian ? bytes.reversed() : bytes
      }
      return data
    }
    let head = "<?xml version='1.0' encoding='UTF-16'?>"
    #expect(try canonical(PropertyList(encoded(head + "<string>é日😀</string>"))) == hex("é日😀"))
    guard let offset = failure(encoded("<array><string>é😀</string><b/></array>"))?.offset else {
      Issue.record("was read")
      return
    }
    #expect(offset == 2 + 2 * ("<array><string>é😀</string>".utf16.count))
    #expect(failure(encoded("<true/>") + [0]) != nil)
    #expect(
      failure(encoded("<string>") + (isBigEndian ? [0xD8, 0] : [0, 0xD8]) + encoded("</string>").dropFirst(2)) != nil)
  }

  @Test("Bytes that are not UTF-8 are an error at the byte")
  func invalidUTF8() {
    #expect(
      failure(Data("<string>".utf8) + [0xFF] + Data("</string>".utf8))
        == .corrupt(offset: 8, reason: "bytes that are not UTF-8"))
  }
}
