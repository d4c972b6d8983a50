/// The file in memory that includes all headers, so that files which they share are parsed once.
struct Umbrella {
  /// Line 1 reads the target from the compiler; header `i` is included on line `i + 2`.
  static let firstHeaderLine = 2
  static let name = "archivegen-umbrella.c"
  static let bigEndian = "archivegen_big_endian"
  static let longDoubleMantissa = "archivegen_long_double_mantissa"

  let text: String

  init(_ headers: [HeaderInput]) {
    var text =
      "enum { \(Self.bigEndian) = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__, "
      + "\(Self.longDoubleMantissa) = __LDBL_MANT_DIG__ };\n"
    for header in headers {
      guard !header.isIncludedFirst else {
        text += "\n"
        continue
      }
      text += header.searchedName.map { "#include <\($0)>\n" } ?? "#include \"\(header.absolutePath)\"\n"
    }
    self.text = text
  }

  /// The index of the header that a line includes.
  static func header(atLine line: Int) -> Int? { line >= firstHeaderLine ? line - firstHeaderLine : nil }
}
