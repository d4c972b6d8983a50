/// One of the headers that were given.
struct HeaderInput: Hashable {
  /// As it was given.
  let path: String
  let absolutePath: String
  /// As libclang has it; nil if nothing is there. Found out once: of each unit's files it is asked which are inputs.
  let identity: ClangFile.Identity?

  init(_ path: String) {
    self.path = path
    absolutePath = Folder.absolute(path)
    identity = Folder.identity(of: absolutePath).map { ClangFile.Identity(device: $0.device, inode: $0.number) }
  }

  /// Each file once, whatever its paths; the first path is kept.
  static func unique(_ paths: [String]) -> [HeaderInput] {
    var files: Set<ClangFile.Identity> = []
    var missing: Set<String> = []
    return paths.map(HeaderInput.init).filter { input in
      input.identity.map { files.insert($0).inserted } ?? missing.insert(input.absolutePath).inserted
    }
  }
}

/// The file in memory that includes all headers, so that what they share is parsed once.
struct Umbrella {
  /// Line 1 asks the compiler about the target; header `i` is included on line `i + 2`.
  static let firstHeaderLine = 2
  static let name = "archivegen-umbrella.c"
  static let bigEndian = "archivegen_big_endian"
  static let longDoubleMantissa = "archivegen_long_double_mantissa"

  let text: String

  /// - Parameter includePaths: those that are searched for headers, for `SearchedHeader`.
  init(_ headers: [HeaderInput], includePaths: [String] = []) {
    var text =
      "enum { \(Self.bigEndian) = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__, "
      + "\(Self.longDoubleMantissa) = __LDBL_MANT_DIG__ };\n"
    for header in headers {
      let searched = SearchedHeader.name(of: header.absolutePath, includePaths: includePaths)
      text += searched.map { "#include <\($0)>\n" } ?? "#include \"\(header.absolutePath)\"\n"
    }
    self.text = text
  }

  /// The index of the header that a line includes.
  static func header(atLine line: Int) -> Int? { line >= firstHeaderLine ? line - firstHeaderLine : nil }
}
