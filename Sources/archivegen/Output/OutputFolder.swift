import ArchiveRenderer
import Foundation

/// The folder for generated files. Other files in it are never changed.
///
/// All new contents are written before the first file is renamed, so a run that fails or is interrupted leaves the
/// earlier output intact. Each run compares and writes while it holds the folder's lock, so simultaneous runs take
/// turns.
struct OutputFolder {
  let path: String
  /// The C module of this run's headers, and `modelOwner` if the run has Swift models.
  let owners: Set<String>

  struct Changes {
    var written: [String] = []
    var unchanged: [String] = []
    var removed: [String] = []

    var isEmpty: Bool { written.isEmpty && removed.isEmpty }
  }

  /// Compares the files with the folder, without changing anything.
  /// - Throws: `Failure` if the path is not a folder, cannot be read, or has a file with a required name that
  ///   archivegen did not write.
  func changes(to files: [RenderedFile], removesOthers: Bool) throws -> Changes {
    var changes = Changes()
    for file in files where !file.text.hasPrefix(Self.marker) {
      throw Failure(
        .templateSyntax, "the template for '\(file.name)' does not begin with '\(Self.marker)…'",
        advice: "keep that line: archivegen recognises its own files by it")
    }
    var status = stat()
    if stat(path, &status) != 0 {
      guard errno == ENOENT else { throw cannotWrite("the folder '\(path)'") }
      changes.written = files.map(\.name)
      return changes
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw Failure(
        .unusableOutput, "'\(path)' is a file, but the output needs a folder", advice: "name another with -o")
    }
    for file in files {
      guard !isFolder("\(path)/\(file.name)") else {
        throw Failure(
          .unusableOutput, "'\(path)/\(file.name)' is a folder, and the run writes a file of this name",
          advice: "move it away, or name another folder with -o")
      }
      guard let present = FileManager.default.contents(atPath: "\(path)/\(file.name)") else {
        guard !FileManager.default.fileExists(atPath: "\(path)/\(file.name)") else {
          throw Failure(
            .unusableOutput, "cannot read '\(path)/\(file.name)', and the run writes a file of this name",
            advice: "check its permissions, or move it away")
        }
        changes.written.append(file.name)
        continue
      }
      switch Self.owner(of: present) {
      // A single file belongs to headers or to Swift models, whichever has types.
      case let owner? where owner == Self.owner(of: Data(file.text.utf8)) || owners.contains(owner):
        // git may have checked it out with the line ends of Windows.
        if Data(present.filter { $0 != UInt8(ascii: "\r") }) == Data(file.text.utf8.filter { $0 != UInt8(ascii: "\r") })
        {
          changes.unchanged.append(file.name)
        } else {
          changes.written.append(file.name)
        }
      case let other?:
        throw Failure(
          .unusableOutput,
          "'\(path)/\(file.name)' belongs to \(other == Self.modelOwner ? "Swift models" : "the module '\(other)'")",
          advice: "give each module a folder of its own")
      case nil:
        throw Failure(
          .unusableOutput, "'\(path)/\(file.name)' was not written by archivegen",
          advice: "move it away, or name another folder with -o"
        )
      }
    }
    let names = Set(files.map(\.name))
    for name in try contents() where !names.contains(name) && Self.mayBeOurs(name) {
      guard let present = FileManager.default.contents(atPath: "\(path)/\(name)"), let owner = Self.owner(of: present)
      else { continue }
      // A folder may have Swift models and one C module; two modules are usually a mistake in a name.
      if owner != Self.modelOwner, owners != [Self.modelOwner], !owners.contains(owner) {
        throw Failure(
          .unusableOutput, "'\(path)/\(name)' belongs to the module '\(owner)'",
          advice: "give each module a folder of its own")
      }
      if removesOthers, owners.contains(owner) { changes.removed.append(name) }
    }
    return changes
  }

  /// Updates the folder to the given files.
  ///
  /// - Parameters:
  ///   - removesOthers: whether other generated files are deleted.
  ///   - companion: a file in another folder that changes with those here.
  ///   - whileLocked: called after all files are written, before another run can write.
  /// - Throws: `Failure` if something could not be written; then nothing has changed.
  func update(
    to files: [RenderedFile], removesOthers: Bool, with companion: Companion? = nil, whileLocked: () -> Void
  ) throws -> Changes {
    let other = companion?.folder.map { [$0] } ?? []
    var status = stat()
    if stat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR {
      // Without files no folder is created, and a path that is not a folder is reported first.
      let expected = try changes(to: files, removesOthers: removesOthers)
      guard !expected.isEmpty else {
        try FolderLock.holding(other) { locks in try companion?.replace(locks) }
        return expected
      }
      do {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      } catch {
        throw Failure(
          .unusableOutput, "cannot make the folder '\(path)': \(SystemError.text(of: error))",
          advice: "name another with -o")
      }
    }
    return try FolderLock.holding([path] + other) { locks in
      let changes = try changes(to: files, removesOthers: removesOthers)
      try withSignalsHeld {
        if locks.contains(where: { $0.isOf(path) && $0.isHeld }) { removeStages() }
        try apply(changes, files) {
          try companion?.replace(locks)
        } orUndo: {
          companion?.restore()
        }
      }
      whileLocked()
      return changes
    }
  }

  /// A file that changes with those of the folder, or not at all.
  struct Companion {
    /// Its folder, if a run locks that while it writes the file.
    let folder: String?
    /// Called when all contents are written, and before the first file is replaced by them.
    let replace: ([FolderLock]) throws -> Void
    /// Called if `replace` or what follows it fails. Gives the file's name if it is not as it was.
    let restore: () -> String?
  }

  private func apply(
    _ changes: Changes, _ files: [RenderedFile], beforeReplacing: () throws -> Void, orUndo undo: () -> String?
  ) throws {
    let wanted = Set(changes.written)
    let staged: [(name: String, contents: StagedFile)]
    do {
      staged = try files.filter { wanted.contains($0.name) }.map { ($0.name, try StagedFile($0.text, in: path)) }
    } catch let error as SystemError {
      throw cannotWrite(error, changed: [])
    }
    var replaced: [(name: String, old: String?)] = []
    do {
      try beforeReplacing()
      for (name, contents) in staged {
        replaced.append((name, try keep(name)))
        try contents.replace("\(path)/\(name)")
      }
      for name in changes.removed {
        replaced.append((name, try keep(name)))
        guard unlink("\(path)/\(name)") == 0 || errno == ENOENT else { throw SystemError() }
      }
    } catch {
      let changed = replaced.filter { !restore($0.name, $0.old) }.map(\.name) + [undo()].compactMap(\.self)
      if let error = error as? SystemError { throw cannotWrite(error, changed: changed) }
      throw error
    }
    for case let (_, old?) in replaced { unlink(old) }
  }

  /// Gives the file a second name, so that it can be restored as it is, or another name where a file cannot have two.
  ///
  /// - Returns: the path with this name; nil if there is no such file.
  private func keep(_ name: String) throws -> String? {
    let kept = StagedFile.unusedName(in: path)
    if linkat(AT_FDCWD, "\(path)/\(name)", AT_FDCWD, kept, 0) == 0 { return kept }
    if errno == ENOENT { return nil }
    guard rename("\(path)/\(name)", kept) == 0 else { throw SystemError() }
    return kept
  }

  /// - Parameter old: a path of the old file; nil if there was none.
  private func restore(_ name: String, _ old: String?) -> Bool {
    guard let old else { return unlink("\(path)/\(name)") == 0 || errno == ENOENT }
    guard rename(old, "\(path)/\(name)") == 0 else { return false }
    // Two names of one file stay, if it has not been replaced.
    unlink(old)
    return true
  }

  private func cannotWrite(_ error: SystemError, changed: [String]) -> Failure {
    Failure(
      .unusableOutput, "cannot write to '\(path)': \(error.text)",
      advice: changed.isEmpty
        ? "the earlier output is unchanged"
        : "\(changed.quotedList(atMost: 8)) \(changed.count == 1 ? "is" : "are") new and the rest is not: run the command again"
    )
  }

  /// Removes what a killed run left behind, unless another run is writing.
  func removeLeftovers() {
    guard !stages().isEmpty, let lock = try? FolderLock(path), lock.isHeld else { return }
    withExtendedLifetime(lock) { removeStages() }
  }

  // MARK: Owners of files

  static let marker = "// Generated by archivegen "

  /// The owner of files of Swift models, which have no module.
  static let modelOwner = "Swift models"

  /// The first line of a file without further information in it.
  static func firstLine(of module: String?) -> String {
    "\(marker)for \(module.map { "module \($0)" } ?? modelOwner). DO NOT EDIT.\n"
  }

  /// The owner of a generated file; nil for a file that archivegen did not write.
  static func owner(of contents: Data) -> String? {
    let line = String(decoding: contents.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    guard line.hasPrefix(marker) else { return nil }
    if line.hasSuffix("for \(modelOwner). DO NOT EDIT.") { return modelOwner }
    guard let start = line.firstRange(of: "for module "),
      let end = line.firstRange(of: ". DO NOT EDIT."),
      start.upperBound <= end.lowerBound
    else { return nil }
    return line[start.upperBound..<end.lowerBound].filter { $0 != "`" }
  }

  private static func mayBeOurs(_ name: String) -> Bool {
    name.hasSuffix(".swift") || name == "module.modulemap" || name.hasSuffix(".h")
  }

  private func contents() throws -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw Failure(
        .unusableOutput, "cannot read the folder '\(path)': \(lastErrorText())", advice: "check its permissions")
    }
    return names.sorted()
  }

  // MARK: Writing

  private func stages() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { $0.hasPrefix(StagedFile.prefix) }
  }

  private func removeStages() {
    for name in stages() { try? FileManager.default.removeItem(atPath: "\(path)/\(name)") }
  }

  private func cannotWrite(_ what: String) -> Failure {
    Failure(.unusableOutput, "cannot write \(what): \(lastErrorText())", advice: "the earlier output is unchanged")
  }

  /// Delays signals, so that only a crash of the machine can interrupt writing between two files.
  private func withSignalsHeld(_ body: () throws -> Void) rethrows {
    var held = sigset_t()
    var before = sigset_t()
    sigemptyset(&held)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&held, signal) }
    pthread_sigmask(SIG_BLOCK, &held, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try body()
  }
}
