import Foundation
import Testing

@testable import ArchiveRuntime

/// Files that GNUstep 1.28 has written (`NSPropertyListSerialization`, `NSKeyedArchiver`).
@Suite struct PropertyListGNUstepTests {
  private func read(_ base64: String) throws -> String {
    try canonical(PropertyList(#require(Data(base64Encoded: base64, options: .ignoreUnknownCharacters))))
  }

  private let expected =
    "{'64': <616263>, '6e': [1, -5, true, real 3ff8000000000000], '73': '61c3a9f09f98803c263e', '74': date real 41cdcd6500000000}"

  @Test("A binary list of GNUstep's is read")
  func binary() throws { #expect(try read(Self.binaryFile) == expected) }

  @Test("An XML list of GNUstep's is read; its own escape for characters beyond U+FFFF stays as it stands")
  func xml() throws {
    // GNUstep writes U+1F600 as the twelve characters \\UD83D\\UDE00, which to every other reader are just those.
    let escaped = "5c55443833445c5544453030"
    #expect(try read(Self.xmlFile) == expected.replacing("f09f9880", with: escaped))
  }

  @Test("A keyed archive of GNUstep's is read")
  func keyed() throws {
    #expect(try read(Self.keyedFile).hasPrefix("{'246172636869766572': '4e534b657965644172636869766572'"))
  }

  private static let binaryFile = """
    YnBsaXN0MDDUAQIDBAUGBwhRZFFzUW5RdENhYmNnAGEA6dg93gAAPAAmAD6kCQoLDDNBzc1lAAAAABABE//////////7CSM/+AAAAAAAAAgREx
    UXGR0sMTo8RUYAAAAAAAABAQAAAAAAAAANAAAAAAAAAAAAAAAAAAAATw==
    """

  private static let xmlFile = """
    PD94bWwgdmVyc2lvbj0iMS4wIiBlbmNvZGluZz0iVVRGLTgiPz4KPCFET0NUWVBFIHBsaXN0IFBVQkxJQyAiLS8vQXBwbGUvL0RURCBQTElTVC
    AxLjAvL0VOIiAiaHR0cDovL3d3dy5hcHBsZS5jb20vRFREcy9Qcm9wZXJ0eUxpc3QtMS4wLmR0ZCI+CjxwbGlzdCB2ZXJzaW9uPSIxLjAiPgo8
    ZGljdD4KICAgIDxrZXk+ZDwva2V5PgogICAgPGRhdGE+CllXSmo8L2RhdGE+CiAgICA8a2V5Pm48L2tleT4KICAgIDxhcnJheT4KCTxpbnRlZ2
    VyPjE8L2ludGVnZXI+Cgk8aW50ZWdlcj4tNTwvaW50ZWdlcj4KCTx0cnVlLz4KCTxyZWFsPjEuNTwvcmVhbD4KICAgIDwvYXJyYXk+CiAgICA8
    a2V5PnM8L2tleT4KICAgIDxzdHJpbmc+YcOpXFVEODNEXFVERTAwJmx0OyZhbXA7Jmd0Ozwvc3RyaW5nPgogICAgPGtleT50PC9rZXk+CiAgIC
    A8ZGF0ZT4yMDMyLTA5LTA5VDAxOjQ2OjQwWjwvZGF0ZT4KPC9kaWN0Pgo8L3BsaXN0Pg==
    """

  private static let keyedFile = """
    YnBsaXN0MDDUAQIDBAUGBwhYJG9iamVjdHNZJGFyY2hpdmVyWCR2ZXJzaW9uVCR0b3CkCQoLDF8QD05TS2V5ZWRBcmNoaXZlchIAAYag0g0ODx
    BVJG51bGzSERITFFF40hUWFxhRaVRyb290E//////////3gAFWJGNsYXNzWk5TLm9iamVjdHOAA6EZWCRjbGFzc2VzWiRjbGFzc25hbWWiGBpX
    TlNBcnJheYACWE5TT2JqZWN0CBEaJC0yN0lOU1leYGVnbHV3fomLjZahpKyuAAAAAAAAAQEAAAAAAAAAGwAAAAAAAAAAAAAAAAAAALc=
    """
}
