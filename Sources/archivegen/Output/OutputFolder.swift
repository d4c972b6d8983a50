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
  ///   - beforeReplacing: called when all contents are written, and before the first file is replaced by them. If it throws, nothing
  ///     has changed.
  ///   - whileLocked: called after all files are written, before another run can write.
  /// - Throws: `Failure` if something could not be written; then nothing has changed.
  func update(
    to files: [RenderedFile], removesOthers: Bool, beforeReplacing: (FolderLock?) throws -> Void,
    whileLocked: () -> Void
  ) throws -> Changes {
    var status = stat()
    if stat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR {
      // Without files no folder is created, and a path that is not a folder is reported first.
      let expected = try changes(to: files, removesOthers: removesOthers)
      guard !expected.isEmpty else {
        try beforeReplacing(nil)
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
    let lock = try FolderLock(path)
    return try withExtendedLifetime(lock) {
      let changes = try changes(to: files, removesOthers: removesOthers)
      try withSignalsHeld {
        if lock.isHeld { removeStages() }
        try apply(changes, files) { try beforeReplacing(lock) }
      }
      whileLocked()
      return changes
    }
  }

  private func apply(_ changes: Changes, _ files: [RenderedFile], beforeReplacing: () throws -> Void) throws {
    let wanted = Set(changes.written)
    let staged: [(name: String, contents: StagedFile)]
    do {
      staged = try files.filter { wanted.contains($0.name) }.map { ($0.name, try StagedFile($0.text, in: path)) }
    } catch let error as SystemError {
      throw cannotWrite(error, changed: [])
    }
    try beforeReplacing()
    var replaced: [(name: String, old: Data?)] = []
    do {
      for (name, contents) in staged {
        let old = FileManager.default.contents(atPath: "\(path)/\(name)")
        try contents.replace("\(path)/\(name)")
        replaced.append((name, old))
      }
    } catch let error as SystemError {
      throw cannotWrite(error, changed: replaced.filter { !restore($0.name, $0.old) }.map(\.name))
    }
    for name in changes.removed { unlink("\(path)/\(name)") }
  }

  /// - Parameter old: nil if there was no such file.
  private func restore(_ name: String, _ old: Data?) -> Bool {
    guard let old else { return unlink("\(path)/\(name)") == 0 }
    return (try? StagedFile(old, in: path).replace("\(path)/\(name)")) != nil
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
