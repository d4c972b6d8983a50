import CClang

/// A file that libclang has read. Two names of one file may give two handles; `identity` tells.
struct ClangFile: Hashable {
  let raw: CXFile
  let unit: TranslationUnit

  static func == (left: ClangFile, right: ClangFile) -> Bool { left.raw == right.raw }
  func hash(into hasher: inout Hasher) { hasher.combine(raw) }

  /// As libclang came to it: the directive's text behind the folder where it was found.
  var path: String { unit.string(unit.clang.getFileName(raw)) }

  /// The same for every name of one file; nil for a file in memory.
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

/// A place in a translation unit. Inside a macro it stands for where the macro is used, or where its argument is
/// written: the place that a person sees in the file.
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

  /// Without line and column, for which libclang has to count lines.
  var fileAndOffset: (file: ClangFile, offset: Int)? {
    var file: CXFile?
    var offset: UInt32 = 0
    unit.clang.getFileLocation(raw, &file, nil, nil, &offset)
    guard let file else { return nil }
    return (ClangFile(raw: file, unit: unit), Int(offset))
  }

  /// Where the outermost macro is used that the place comes from, even if a macro's argument is written there.
  var expansionOffset: Int? {
    var file: CXFile?
    var offset: UInt32 = 0
    unit.clang.getExpansionLocation(raw, &file, nil, nil, &offset)
    return file == nil ? nil : Int(offset)
  }

  /// In a file that was found through a system include path.
  var isInSystemHeader: Bool { unit.clang.Location_isInSystemHeader(raw) != 0 }
}
