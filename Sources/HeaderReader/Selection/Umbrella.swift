/// One of the given headers.
struct HeaderInput: Hashable {
  /// The path as given.
  let path: String
  let absolutePath: String
  /// The file's identity; nil if the file does not exist. It is stored because each unit's files are compared with the
  /// inputs.
  let identity: ClangFile.Identity?

  /// The name under which the header has to be included, if not its path.
  let searchedName: String?

  /// - Parameter includePaths: the folders that are searched for headers, for `SearchedHeader`.
  init(_ path: String, includePaths: [String]) {
    self.path = path
    absolutePath = DirectoryListing.absolute(path)
    identity = DirectoryListing.identity(of: absolutePath).map {
      ClangFile.Identity(device: $0.device, inode: $0.number)
    }
    searchedName = SearchedHeader.name(of: absolutePath, includePaths: includePaths)
  }

  /// Removes further paths of the same file, and keeps the first.
  static func unique(_ paths: [String], includePaths: [String]) -> [HeaderInput] {
    var files: Set<ClangFile.Identity> = []
    var missing: Set<String> = []
    return paths.map { HeaderInput($0, includePaths: includePaths) }.filter { input in
      input.identity.map { files.insert($0).inserted } ?? missing.insert(input.absolutePath).inserted
    }
  }
}

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
      text += header.searchedName.map { "#include <\($0)>\n" } ?? "#include \"\(header.absolutePath)\"\n"
    }
    self.text = text
  }

  /// The index of the header that a line includes.
  static func header(atLine line: Int) -> Int? { line >= firstHeaderLine ? line - firstHeaderLine : nil }
}
