import ArchiveModel
import Foundation
import SchemaLock

/// A lock on the disk.
struct LockStore {
  static let fileName = "archivegen.lock"

  let path: String

  /// The lock of a run: the file of `--lock`, or else the first one that exists beside the configuration or the inputs.
  ///
  /// - Returns: the existing file, or the location for a new one.
  static func locate(_ reading: ReadingOptions, configuration: String?) -> LockStore {
    let places = LockSearch.places(reading, configuration: configuration)
    let found = places.first { FileManager.default.fileExists(atPath: $0) }
    return LockStore(path: found ?? LockSearch.newPlace(reading, configuration: configuration))
  }

  /// The command that writes the golden archives of a release that the lock has, for messages.
  func releaseCommand(_ release: String, goldens: String) -> String {
    let lock = path == Self.fileName ? [] : ["--lock", path]
    return CommandPlace.current.command(["lock", "release", release], lock, ["--goldens", goldens])
  }

  /// The locks in the folders below this one, at most three deep and without hidden folders, sorted: `lock` with the headers
  /// `Sources/stock` writes `Sources/archivegen.lock`.
  static func locksBelow() -> [String] {
    func locks(in folder: String, depth: Int) -> [String] {
      let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []).sorted()
      let own = names.contains(fileName) ? [join(folder, fileName)] : []
      guard depth < 3, names.count < 1_000 else { return own }
      return own
        + names.filter { !$0.hasPrefix(".") }.map { join(folder, $0) }.filter(isOwnFolder).flatMap {
          locks(in: $0, depth: depth + 1)
        }
    }
    return locks(in: "", depth: 0)
  }

  /// A link to a folder is none, so that the search ends.
  private static func isOwnFolder(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeDirectory
  }

  func lacksChanges(_ severity: Diagnostic.Severity, lockCommand: String) -> Diagnostic {
    Diagnostic(
      .outdatedLock, severity, "'\(path)' lacks changes, all of them compatible",
      advice: "run '\(lockCommand)', and commit it")
  }

  /// Whether it is a file or none yet, and not a device, a pipe or standard output.
  var isFile: Bool {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT == S_IFREG : path != "-"
  }

  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// - Returns: nil if there is no such file.
  /// - Throws: `LockFailure` for a file that cannot be read or is not a lock.
  func read() throws(LockFailure) -> LockFile? {
    guard exists else { return nil }
    if isFolder(path) {
      throw LockFailure(.invalidLock, "the lock '\(path)' is a folder", advice: "name a file with --lock")
    }
    errno = 0
    guard let data = FileManager.default.contents(atPath: path) else {
      throw errno == 0
        ? LockFailure(.invalidLock, "the lock '\(path)' is a device or a pipe", advice: "name a file with --lock")
        : LockFailure(.invalidLock, "cannot read '\(path)': \(lastErrorText())", advice: "check its permissions")
    }
    return try Self.parse(data, path: path)
  }

  /// The lines of the file, which messages show.
  var lines: [Substring] {
    let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
  }

  static func parse(_ data: Data, path: String) throws(LockFailure) -> LockFile {
    let bytes = Array(data)
    if let error = UTF8Check.error(in: bytes, path: path) {
      throw LockFailure(
        .invalidLock, "the lock is not UTF-8", advice: "restore it from version control", at: error.location)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(LockParser.Problem) { return try LockParser.parse(text) } catch {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      throw LockFailure(
        .invalidLock, error.message,
        advice: error.advice, at: SourceLocation(file: path, line: error.line, column: error.column),
        sourceLine: lines.indices.contains(error.line - 1) ? String(lines[error.line - 1]) : nil
      )
    }
  }

  /// The folder that a run locks while it writes the lock; nil if there is none. A link's folder is not where the file is.
  var folder: String? {
    let folder = parentFolder(realPath(path))
    return isFile && isFolder(folder) ? folder : nil
  }

  /// - Parameters:
  ///   - old: What the new lock was made of; nil if there was no file.
  ///   - held: folders that this run has locked already.
  ///   - willWrite: called when the file is known to be what the new lock was made of.
  /// - Throws: `Failure` if the file cannot be written, or if another run has changed it since: what that run wrote would be lost.
  func write(_ lock: LockFile, replacing old: LockFile?, holding held: [FolderLock] = [], willWrite: () -> Void = {})
    throws
  {
    try write(lock, holding: held) {
      let current: LockFile?
      do throws(LockFailure) { current = try read() } catch { throw Failure([error.diagnostic]) }
      guard current == old || current == lock else { return false }
      willWrite()
      return true
    }
  }

  /// - Parameters:
  ///   - held: folders that this run has locked already.
  ///   - isUnchanged: Whether the file is still what the new lock was made of. No other run writes meanwhile.
  func write(
    _ lock: LockFile, option: String = "--lock", holding held: [FolderLock] = [], if isUnchanged: () throws -> Bool
  ) throws {
    let (contents, advice) = (Data(lock.text.utf8), "name another file with \(option)")
    guard isFile else { return try NamedFile.write(contents, to: path, advice: advice) }
    let own = folder.flatMap { folder in held.contains { $0.isOf(folder) } ? nil : folder }
    try FolderLock.holding(own.map { [$0] } ?? []) { _ in
      guard try isUnchanged() else {
        throw Failure(
          .unusableOutput, "'\(path)' was changed by another run since this one read it",
          advice: "run the command again, and not two at once on one lock")
      }
      try NamedFile.write(contents, to: path, advice: advice)
    }
  }
}

/// What reading a lock gives. Planning and checking both use it, and a long lock is parsed once, if at all.
final class LockContents {
  let store: LockStore
  private lazy var result = Result { () throws(LockFailure) in try store.read() }

  init(_ store: LockStore) { self.store = store }

  /// - Returns: nil if there is no such file.
  func lock() throws(LockFailure) -> LockFile? { try result.get() }

  /// The lock with the names that the records of a schema have in archives; nil if there is no such file.
  func lock(for schema: ArchivedSchema) throws(LockFailure) -> LockFile? { try lock()?.naming(schema.importedNames) }

  /// What planning needs of it. A lock that cannot be read is reported when it is checked.
  var keptPositions: KeptPositions { (try? result.get())?.keptPositions ?? KeptPositions() }
}

/// The reason why a lock cannot be used, so that nothing is checked.
struct LockFailure: Error {
  let diagnostic: Diagnostic

  init(
    _ id: DiagnosticID, _ message: String, advice: String, at location: SourceLocation? = nil, sourceLine: String? = nil
  ) {
    diagnostic = Diagnostic(id, at: location, message, advice: advice, sourceLine: sourceLine)
  }
}
