import ArchiveModel
import Testing

@Suite("Cases of enumerations") struct CaseTests {
  @Test("Raw values are read as text, each with its own case")
  func rawValues() throws {
    let found = try type("enum E: Int, Codable { case a = 1, b, c = -3\n  case d = 0x10 }")
    #expect(found.cases.map(\.name) == ["a", "b", "c", "d"])
    #expect(found.cases.map(\.rawValue) == ["1", nil, "-3", "0x10"])
    #expect(found.inherited.first == .named("Int"))
    #expect(try type(#"enum E: String { case a = "x, y" }"#).cases.first?.rawValue == #""x, y""#)
  }

  @Test("Payloads are read with labels, names, types and defaults")
  func payloads() throws {
    let payload = try #require(
      try type("enum E { case a(Int, b: [String] = [], _ c: Int?, _: Date, d e: (E) -> Void) }").cases.first?.payload)
    #expect(payload.map(\.label) == [nil, "b", nil, nil, "d"])
    #expect(payload.map(\.name) == ["", "b", "c", "", "e"])
    #expect(
      payload.map(\.type) == [
        .named("Int"), .array(.named("String")), .optional(.named("Int")), .named("Date"), .function("(E) -> Void"),
      ])
    #expect(payload.map(\.hasDefault) == [false, true, false, false, false])
    #expect(payload.map(\.literalDefault) == [nil, "[]", nil, nil, nil])
    let literals = try #require(
      try type(
        #"enum E { case a(Int = -3, Double = 1.5, String = "\(a)", String = "b", Bool = true, E = .b, Int? = nil, [E: E] = [:]) }"#
      ).cases.first?.payload)
    #expect(literals.map(\.literalDefault) == ["-3", "1.5", nil, #""b""#, "true", nil, nil, "[:]"])
    #expect(payload.map { $0.location?.column } == [17, 22, 40, 51, 60])
  }

  @Test("indirect is read from the case and from the enumeration")
  func indirect() throws {
    let found = try type("indirect enum E { indirect case a(E), b\n case c }")
    #expect(found.isIndirect)
    #expect(found.cases.map(\.isIndirect) == [true, true, false])
  }
}
