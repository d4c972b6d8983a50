import ArchiveModel
import Testing

@testable import LayoutInspection

@Suite struct RawReaderTests {
  private func text(_ members: [Made], _ bytes: [UInt8], isBigEndian: Bool = false, hexadecimal: Bool = false) -> String
  {
    let made = record("s", members)
    return RawReader(index([made], isBigEndian: isBigEndian), made).text(bytes[...], hexadecimal: hexadecimal)
  }

  @Test("Integers have the byte order of the target")
  func byteOrder() {
    let members = [Made.integer("a", 4), .integer("b", 2, isSigned: true)]
    let bytes: [UInt8] = [1, 2, 3, 4, 0xff, 0xfe, 0, 0]
    #expect(text(members, bytes) == "{\n\t.a = 67305985,\n\t.b = -257,\n}")
    #expect(text(members, bytes, isBigEndian: true) == "{\n\t.a = 16909060,\n\t.b = -2,\n}")
    #expect(text(members, bytes, hexadecimal: true) == "{\n\t.a = 0x4030201,\n\t.b = 0xfeff,\n}")
  }

  @Test("Bit-fields begin at the low end on a little-endian target and at the high end on a big-endian one")
  func bitFields() {
    let members = [
      Made.integer("a", 4, width: 3), .integer("b", 4, isSigned: true, width: 7), .integer("c", 4, width: 22),
    ]
    let bytes: [UInt8] = [0b1010_0110, 0b0000_0011, 0, 0x80]
    #expect(text(members, bytes) == "{\n\t.a = 6,\n\t.b = -12,\n\t.c = 2097152,\n}")
    #expect(text(members, bytes, isBigEndian: true) == "{\n\t.a = 5,\n\t.b = 24,\n\t.c = 196736,\n}")
  }

  @Test("An enumeration shows its enumerator, a set of flags all of them, and other values the number")
  func enumerations() {
    let flags = Enumeration(
      name: "flags", underlying: .integer(bits: 8, isSigned: false), isClosed: false,
      cases: [.init(name: "NONE", value: 0), .init(name: "READ", value: 1), .init(name: "WRITE", value: 4)])
    let members = ["a", "b", "c", "d"].map {
      Made(name: $0, type: .enumeration(flags), spelling: "enum flags", size: 1, alignment: 1)
    }
    #expect(text(members, [0, 4, 5, 7]) == "{\n\t.a = NONE,\n\t.b = WRITE,\n\t.c = READ | WRITE,\n\t.d = 7,\n}")
  }

  @Test("An array of char is text, with escapes and without the zeros at its end; int8_t is numbers")
  func characters() {
    #expect(text([.text("t", 8)], Array("a\"b\n".utf8) + [0, 0, 0, 0]) == "{\n\t.t = \"a\\\"b\\n\",\n}")
    #expect(text([.text("t", 4)], [0x1b, 0xff, 0, 0x41]) == "{\n\t.t = \"\\033\\377\\000A\",\n}")
    #expect(
      text([.text("t", 4)], [1, 0x31, 0x62, 0]) == "{\n\t.t = \"\\0011b\",\n}", "a hexadecimal escape has no end")
    #expect(text([.text("t", 4)], [0, 0, 0, 0]) == "{\n\t.t = \"\",\n}")
    var numbers = Made.text("n", 3)
    numbers.spelling = "int8_t[3]"
    #expect(text([numbers], [1, 0xff, 0]) == "{\n\t.n = { 1, -1, 0 },\n}")
  }

  @Test(
    "Floating-point numbers of every format are read",
    arguments: [
      (FloatingFormat.half, [0x00, 0x3e], "1.5"), (.half, [0x00, 0xfc], "-__builtin_inf()"),
      (.half, [0x01, 0x00], "5.960464477539063e-08"),
      (.bfloat16, [0xc0, 0x3f], "1.5"), (.single, [0, 0, 0xc0, 0x3f], "1.5"),
      (.double, [0, 0, 0, 0, 0, 0, 0xf8, 0x3f], "1.5"),
      (.x87, [0, 0, 0, 0, 0, 0, 0, 0xc0, 0xff, 0x3f, 0, 0, 0, 0, 0, 0], "1.5"),
      (.x87, [1, 0, 0, 0, 0, 0, 0, 0xc0, 0xff, 0x7f, 0, 0, 0, 0, 0, 0], "__builtin_nan(\"\")"),
      (.quad, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0xff, 0xbf], "-1.5"),
      (.doubleDouble, [0, 0, 0, 0, 0, 0, 0xf8, 0x3f, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f], "2.5"),
    ] as [(FloatingFormat, [UInt8], String)])
  func floating(format: FloatingFormat, bytes: [UInt8], expected: String) {
    #expect(text([.floating("x", format, bytes.count)], bytes) == "{\n\t.x = \(expected),\n}")
  }

  @Test("Integers of 128 bits and of _BitInt are decimal")
  func wideIntegers() {
    var wide = Made.integer("w", 16, isSigned: true)
    #expect(text([wide], [UInt8](repeating: 0xff, count: 16)) == "{\n\t.w = -1,\n}")
    wide.type = .integer(bits: 128, isSigned: false)
    #expect(
      text([wide], [UInt8](repeating: 0xff, count: 16)) == "{\n\t.w = 340282366920938463463374607431768211455,\n}")
    let bits = Made(
      name: "b", type: .bitInt(bits: 12, isSigned: true, size: 2), spelling: "_BitInt(12)", size: 2, alignment: 2)
    #expect(text([bits], [0x00, 0xf8]) == "{\n\t.b = -2048,\n}")
  }

  @Test("Elements of a flexible array are as many as there are bytes")
  func flexibleArray() {
    var tail = Made.integer("tail", 2)
    tail.type = .flexibleArray(tail.type)
    tail.size = 0
    #expect(text([.integer("n", 2), tail], [3, 0, 1, 0, 2, 0, 9]) == "{\n\t.n = 3,\n\t.tail = { 1, 2 },\n}")
  }

  @Test("A bool that is neither 0 nor 1 shows its number, and pointers are numbers")
  func others() {
    let bool = Made(name: "b", type: .bool(size: 1), spelling: "_Bool", size: 1, alignment: 1)
    #expect(text([bool], [1]) == "{\n\t.b = true,\n}")
    #expect(text([bool], [7]) == "{\n\t.b = 7,\n}")
    #expect(text([.pointer("p")], [0x10, 0, 0, 0, 0, 0, 0, 0xff]) == "{\n\t.p = 0xff00000000000010,\n}")
  }

  @Test("JSON has a text's characters, and not the escapes of C")
  func jsonText() {
    let made = record("s", [.text("t", 4)])
    let reader = RawReader(index([made]), made)
    #expect(reader.json([1, 0x31, 0x0A, 0][...]).text == "{\"t\": \"\\u00011\\n\"}\n")
  }

  @Test("JSON has numbers that doubles hold as numbers, and others as text")
  func json() {
    let made = record("s", [.integer("small", 8), .integer("great", 8), .floating("x", .double, 8)])
    let bytes: [UInt8] =
      [5, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0xff, count: 8) + [0, 0, 0, 0, 0, 0, 0xf0, 0x7f]
    #expect(
      RawReader(index([made]), made).json(bytes[...]).text
        == "{\"small\": 5, \"great\": \"18446744073709551615\", \"x\": \"inf\"}\n")
  }
}
