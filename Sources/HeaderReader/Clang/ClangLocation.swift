import CClang

/// A location in a translation unit. A location in a macro is where the macro is used or where its argument is written,
/// which is what a reader sees in the file.
struct ClangLocation {
  let raw: CXSourceLocation
  let unit: TranslationUnit

  /// Lines and columns count from 1, offsets from 0; columns and offsets are bytes.
  var position: (file: ClangFile, line: Int, column: Int, offset: Int)? {
    var file: CXFile?
    var line: UInt32 = 0
    var column: UInt32 = 0
    var offset: UInt32 = 0
    unit.clang.getFileLocation(raw, &file, &line, &column, &offset)
    guard let file else { return nil }
    return (ClangFile(raw: file, unit: unit), Int(line), Int(column), Int(offset))
  }

  /// The location without line and column, for which libclang has to count lines.
  var fileAndOffset: (file: ClangFile, offset: Int)? {
    var file: CXFile?
    var offset: UInt32 = 0
    unit.clang.getFileLocation(raw, &file, nil, nil, &offset)
    guard let file else { return nil }
    return (ClangFile(raw: file, unit: unit), Int(offset))
  }

  /// The offset where the outermost macro is used that produced the location, even if a macro's argument is written
  /// elsewhere.
  var expansionOffset: Int? {
    var file: CXFile?
    var offset: UInt32 = 0
    unit.clang.getExpansionLocation(raw, &file, nil, nil, &offset)
    return file == nil ? nil : Int(offset)
  }

  /// Whether the file was found through a system include path.
  var isInSystemHeader: Bool { unit.clang.Location_isInSystemHeader(raw) != 0 }
}

/// A file that libclang has read. Two names of one file may have two handles; `identity` compares files.
struct ClangFile: Hashable {
  let raw: CXFile
  let unit: TranslationUnit

  static func == (left: ClangFile, right: ClangFile) -> Bool { left.raw == right.raw }
  func hash(into hasher: inout Hasher) { hasher.combine(raw) }

  /// The path as libclang made it: the folder where the file was found, and the directive's text.
  var path: String { unit.string(unit.clang.getFileName(raw)) }

  /// A value that is equal for all names of one file; nil for a file in memory.
  var identity: Identity? {
    var id = CXFileUniqueID()
    guard unit.clang.getFileUniqueID(raw, &id) == 0 else { return nil }
    return Identity(device: id.data.0, inode: id.data.1)
  }

  struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }
}
