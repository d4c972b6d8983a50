import Foundation

/// The new contents of a generated file, written completely before they replace the old ones.
///
/// Where the system supports it (Linux's O_TMPFILE), they have no name until then, so a killed process leaves nothing
/// behind. Elsewhere, and at the moment of replacing, they have a name that begins with `prefix`.
final class StagedFile {
  static let prefix = ".archivegen-stage-"

  private let descriptor: Int32
  /// The name, if the file has one already.
  private var temporary: String?
  private let folder: String

  /// - Parameter folder: a folder on the file system of the destination.
  /// - Throws: `SystemError` with the text for `errno`.
  convenience init(_ text: String, in folder: String) throws { try self.init(Data(text.utf8), in: folder) }

  /// - Parameter folder: a folder on the file system of the destination.
  /// - Throws: `SystemError` with the text for `errno`.
  init(_ contents: Data, in folder: String) throws {
    self.folder = folder.isEmpty ? "." : folder
    (descriptor, temporary) = try Self.open(in: self.folder)
    do {
      try write(contents)
    } catch {
      remove()
      throw error
    }
  }

  deinit { remove() }

  /// Flushes the contents to the disk: generated files can be made again, and others cannot.
  func synchronize() throws { if fsync(descriptor) != 0 { throw SystemError() } }

  /// Moves the contents to `path`, and replaces an existing file.
  func replace(_ path: String) throws {
    if let temporary {
      guard rename(temporary, path) == 0 else { throw SystemError() }
      self.temporary = nil
      return
    }
    #if os(Linux)
      let source = "/proc/self/fd/\(descriptor)"
      if linkat(AT_FDCWD, source, AT_FDCWD, path, Int32(AT_SYMLINK_FOLLOW)) == 0 { return }
      guard errno == EEXIST else { throw SystemError() }
      // A link cannot replace a file, but a rename can.
      let name = Self.unusedName(in: folder)
      guard linkat(AT_FDCWD, source, AT_FDCWD, name, Int32(AT_SYMLINK_FOLLOW)) == 0 else { throw SystemError() }
      guard rename(name, path) == 0 else {
        let error = SystemError()
        unlink(name)
        throw error
      }
    #endif
  }

  private func remove() {
    if let temporary { unlink(temporary) }
    temporary = nil
    if descriptor >= 0 { close(descriptor) }
  }

  private static func open(in folder: String) throws -> (Int32, String?) {
    #if os(Linux)
      allowManyFiles()
      let unnamed = canNameFiles ? Foundation.open(folder, unnamedFile | O_WRONLY, 0o666) : -1
      if unnamed >= 0 { return (unnamed, nil) }
    #endif
    let name = unusedName(in: folder)
    let named = Foundation.open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard named >= 0 else { throw SystemError() }
    return (named, name)
  }

  static func unusedName(in folder: String) -> String {
    "\(folder)/\(prefix)\(getpid())-\(UInt64.random(in: 0..<UInt64.max))"
  }

  private func write(_ contents: Data) throws {
    try contents.withUnsafeBytes { bytes in
      var rest = bytes
      while let base = rest.baseAddress, !rest.isEmpty {
        let count = Foundation.write(descriptor, base, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          throw SystemError()
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  #if os(Linux)
    // This is __O_TMPFILE, which Swift does not import, with the two flags that it needs.
    private static let unnamedFile: Int32 = 0o20_000_000 | O_DIRECTORY | O_CLOEXEC

    /// Without /proc an unnamed file cannot get a name.
    private static let canNameFiles = access("/proc/self/fd", X_OK) == 0

    /// Raises the limit for open files, because all files of a run are open until all are written.
    private static func allowManyFiles() { _ = raisedLimit }

    private static let raisedLimit: Bool = {
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return false }
      limit.rlim_cur = min(limit.rlim_max, 65_536)
      return setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    }()
  #endif
}

/// The text for `errno` after a failed call.
struct SystemError: Error {
  let text: String
  init() { text = lastErrorText() }

  /// The reason of an error of the system's or of Foundation's.
  static func text(of error: any Error) -> String {
    if let error = error as? SystemError { return error.text }
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
    guard underlying.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
    return String(cString: strerror(Int32(truncatingIfNeeded: underlying.code)))
  }
}
