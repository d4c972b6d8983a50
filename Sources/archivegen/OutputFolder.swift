import ArchiveModel
import ArchiveRenderer
import Foundation

/// The folder that holds generated files, and perhaps others' files, which are never touched.
///
/// All new contents are on the disk before the first is renamed into place, so that a run that fails or is interrupted
/// leaves the earlier output whole. Of several runs at once each compares and writes while the folder is locked, so that
/// they come one after the other.
struct OutputFolder {
  let path: String
  /// The C module of this run's headers, and the Swift models if it has any.
  let owners: Set<String>

  struct Changes {
    var written: [String] = []
    var unchanged: [String] = []
    var removed: [String] = []

    var isEmpty: Bool { written.isEmpty && removed.isEmpty }
  }

  /// Compares with what is there, without changing anything.
  /// - Throws: `Failure` when the path is not a folder, cannot be read, or holds a file of another's by a name we need.
  func changes(to files: [RenderedFile], removesOthers: Bool) throws -> Changes {
    var changes = Changes()
    for file in files where !file.text.hasPrefix(Self.marker) {
      throw Failure(
        .templateSyntax, "the template for '\(file.name)' does not begin with '\(Self.marker)…'",
        advice: "keep that line: by it archivegen knows its own files")
    }
    var status = stat()
    if stat(path, &status) != 0 {
      guard errno == ENOENT else { throw cannotWrite("the folder '\(path)'") }
      changes.written = files.map(\.name)
      return changes
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw Failure(
        .unusableOutput, "'\(path)' is a file, and the output needs a folder", advice: "name another with -o")
    }
    for file in files {
      guard let present = FileManager.default.contents(atPath: "\(path)/\(file.name)") else {
        changes.written.append(file.name)
        continue
      }
      switch Self.owner(of: present) {
      case Self.owner(of: Data(file.text.utf8))?:
        if present == Data(file.text.utf8) {
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
      // Swift models may stand beside a module's types; two modules in a folder are mostly a mistake in a name.
      if owner != Self.modelOwner, owners != [Self.modelOwner], !owners.contains(owner) {
        throw Failure(
          .unusableOutput, "'\(path)/\(name)' belongs to the module '\(owner)'",
          advice: "give each module a folder of its own")
      }
      if removesOthers, owners.contains(owner) { changes.removed.append(name) }
    }
    return changes
  }

  /// Brings the folder in step with the files.
  ///
  /// - Parameters:
  ///   - removesOthers: whether files of ours that are not among these go.
  ///   - whileLocked: called when all is written and no other run can have written since.
  /// - Throws: `Failure` when something could not be written; then nothing has changed.
  func update(to files: [RenderedFile], removesOthers: Bool, whileLocked: () -> Void) throws -> Changes {
    var status = stat()
    if stat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR {
      // For nothing no folder is made, and what is no folder is told before one is.
      let expected = try changes(to: files, removesOthers: removesOthers)
      guard !expected.isEmpty else { return expected }
      do {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      } catch {
        throw Failure(
          .unusableOutput, "cannot make the folder '\(path)': \(lastErrorText())", advice: "name another with -o")
      }
    }
    let lock = try FolderLock(path)
    return try withExtendedLifetime(lock) {
      let changes = try changes(to: files, removesOthers: removesOthers)
      try withSignalsHeld {
        if lock.isHeld { removeStages() }
        try apply(changes, files)
      }
      whileLocked()
      return changes
    }
  }

  private func apply(_ changes: Changes, _ files: [RenderedFile]) throws {
    let wanted = Set(changes.written)
    do {
      let staged = try files.filter { wanted.contains($0.name) }.map { file in
        (file.name, try StagedFile(file.text, in: path))
      }
      for (name, contents) in staged { try contents.replace("\(path)/\(name)") }
    } catch let error as SystemError {
      throw Failure(
        .unusableOutput, "cannot write to '\(path)': \(error.text)", advice: "the earlier output is as it was")
    }
    for name in changes.removed { unlink("\(path)/\(name)") }
  }

  /// What a run that was killed left behind, if no other run is writing now.
  func removeLeftovers() {
    guard !stages().isEmpty, let lock = try? FolderLock(path), lock.isHeld else { return }
    withExtendedLifetime(lock) { removeStages() }
  }

  // MARK: Whose file

  static let marker = "// Generated by archivegen "

  /// What stands for a module in files of Swift models.
  static let modelOwner = "Swift models"

  /// The first line of a file that says no more.
  static func firstLine(of module: String?) -> String {
    "\(marker)for \(module.map { "module \($0)" } ?? modelOwner). DO NOT EDIT.\n"
  }

  /// The module for which archivegen wrote a file, or nil for anybody else's.
  static func owner(of contents: Data) -> String? {
    let line = String(decoding: contents.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
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
    Failure(.unusableOutput, "cannot write \(what): \(lastErrorText())", advice: "the earlier output is as it was")
  }

  /// From the first file to the last nothing but the machine's end should interrupt.
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
