import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime
@testable import UntypedArchive

@Suite struct ElementNumberTests {
  @Test(
    "A number of every floating-point format is its nearest double",
    arguments: [
      (FloatFormat.half, [0x01, 0x00], 0x1p-24), (.half, [0x00, 0xFC], -.infinity), (.half, [0x00, 0x3E], 1.5),
      (.bfloat16, [0xC0, 0x3F], 1.5), (.single, [0, 0, 0xC0, 0x3F], 1.5),
      (.double, [0, 0, 0, 0, 0, 0, 0xF8, 0x3F], 1.5),
      (.x87, [0, 0, 0, 0, 0, 0, 0, 0xC0, 0xFF, 0x3F], 1.5),
      (.quad, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0xFF, 0xBF], -1.5),
      (.doubleDouble, [0, 0, 0, 0, 0, 0, 0xF8, 0x3F, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F], 2.5),
    ] as [(FloatFormat, [UInt8], Double)])
  func double(format: FloatFormat, bytes: [UInt8], expected: Double) {
    #expect(NumberText.double(bytes, format) == expected)
  }
}
