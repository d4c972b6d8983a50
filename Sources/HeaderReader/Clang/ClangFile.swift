import CClang

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
