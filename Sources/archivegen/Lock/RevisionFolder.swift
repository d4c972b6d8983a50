import ArchiveModel
import Foundation

/// The files of a git revision, in a folder of their own that is removed with this object.
///
/// Inputs and options that name files of the repository are translated to the same files of the revision.
final class RevisionFolder {
  /// The repository's folder, and the one with the revision's files; both without symbolic links.
  private let root: String
  private let files: String
  private let temporary: String
  private let directory: String
  private let formerPaths: FormerPaths
  /// Submodules of the revision whose files cannot be read, with the reason.
  private let unreadSubmodules: [Submodule]

  private struct Submodule {
    let path: String
    let commit: String
  }

  /// - Parameter folder: a folder in the repository.
  /// - Throws: `LockFailure` if git does not have the revision, or cannot write its files.
  init(_ revision: String, beside folder: String) throws {
    func git(_ arguments: [String], in folder: String, index: String? = nil) throws -> Git.Result {
      let result = try Git.run(arguments, in: folder, index: index)
      guard result.status == 0 else {
        throw LockFailure(
          .missingLock, "the revision '\(revision)' cannot be read: \(result.problem)",
          advice: "nothing was checked; "
            + (result.remedy.isEmpty ? "name a revision of the inputs' repository" : "git says: \(result.remedy)"))
      }
      return result
    }
    root = realPath(try git(["rev-parse", "--show-toplevel"], in: folder).line)
    // The revision must not be read as an option.
    let found = try Git.run(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}"], in: folder)
    guard found.status == 0 else { throw try Self.unknown(revision, root) }
    let commit = found.line
    directory = realPath(FileManager.default.currentDirectoryPath)
    temporary = realPath(NSTemporaryDirectory()) + "/archivegen-revision-\(UUID().uuidString)"
    files = "\(temporary)/files"
    do { try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true) } catch {
      throw LockFailure(
        .missingLock, "cannot write '\(files)': \(lastErrorText())", advice: "check the folder for temporary files")
    }
    let index = "\(temporary)/index"
    // Unlike 'git archive', this leaves nothing out; unlike 'git worktree', it leaves nothing behind.
    _ = try git(["read-tree", commit], in: root, index: index)
    _ = try git(["checkout-index", "--all", "--force", "--quiet", "--prefix=\(files)/"], in: root, index: index)
    unreadSubmodules = try Self.checkOutSubmodules(of: root, index: index, to: files, temporary: temporary)
    let changes = try git(["diff", "--name-status", "-z", "-M", "--diff-filter=DR", commit, "--"], in: root)
    formerPaths = FormerPaths(changes.output, root: root, files: files)
  }

  private static func unknown(_ revision: String, _ root: String) throws -> LockFailure {
    let isShallow = try Git.run(["rev-parse", "--is-shallow-repository"], in: root).line == "true"
    let isName = revision.utf8.allSatisfy {
      $0 >= 0x80 || Character(Unicode.Scalar($0)).isLetter || "0123456789._-".utf8.contains($0)
    }
    return LockFailure(
      .missingLock, "the revision '\(revision)' cannot be read: the repository '\(root)' does not have it",
      advice: isShallow
        ? "this clone is shallow: \(isName ? "fetch a tag with 'git fetch --depth=1 origin tag \(revision)', or all" : "fetch all") with 'git fetch --unshallow'; in GitHub's actions/checkout write 'fetch-depth: 0'"
        : "nothing was checked; name a branch, a tag or a commit of the inputs' repository, and fetch it before")
  }

  /// Writes the files of submodules as the revision has them, beside its own.
  ///
  /// - Parameter index: that of the revision.
  /// - Returns: those that this clone does not have.
  private static func checkOutSubmodules(
    of root: String, index: String, to files: String, temporary: String
  ) throws -> [Submodule] {
    var unread: [Submodule] = []
    var open = [(folder: "", index: index)]
    while let next = open.popLast() {
      let folder = next.folder.isEmpty ? root : join(root, next.folder)
      let list = try Git.run(["ls-files", "--stage", "-z"], in: folder, index: next.index, isSubmodule: folder != root)
      for entry in String(decoding: list.output, as: UTF8.self).split(separator: "\0") where entry.hasPrefix("160000 ")
      {
        let parts = entry.split(separator: "\t", maxSplits: 1)
        guard parts.count == 2, let commit = parts[0].split(separator: " ").dropFirst().first.map(String.init) else {
          continue
        }
        let path = join(next.folder, String(parts[1]))
        let submodule = "\(temporary)/index-\(UUID().uuidString)"
        func git(_ arguments: [String]) throws -> Git.Result {
          try Git.run(arguments, in: join(root, path), index: submodule, isSubmodule: true)
        }
        guard isFolder(join(root, path)),
          realPath(try git(["rev-parse", "--show-toplevel"]).line) == realPath(join(root, path)),
          try git(["read-tree", commit]).status == 0,
          try git(["checkout-index", "--all", "--force", "--quiet", "--prefix=\(files)/\(path)/"]).status == 0
        else {
          // One that is not there today has no headers to compare.
          let isEmpty = try? FileManager.default.contentsOfDirectory(atPath: join(root, path)).isEmpty
          if isEmpty == false { unread.append(Submodule(path: path, commit: commit)) }
          continue
        }
        open.append((path, submodule))
      }
    }
    return unread
  }

  /// - Throws: `LockFailure` if inputs or folders of `-I` are in a submodule whose files of the revision this clone does not have.
  func requireSubmodules(_ reading: ReadingOptions, _ revision: String) throws {
    let paths = (reading.inputs + reading.includePaths + reading.systemIncludePaths + reading.includedFirst).compactMap(
      pathFromRoot)
    for submodule in unreadSubmodules
    where paths.contains(where: {
      $0 == submodule.path || $0.hasPrefix(submodule.path + "/") || $0.isEmpty || submodule.path.hasPrefix($0 + "/")
    }) {
      throw LockFailure(
        .missingLock,
        "the revision '\(revision)' has the submodule '\(submodule.path)' at \(submodule.commit.prefix(12)), which this clone does not have, so that its headers cannot be compared",
        advice:
          "nothing was checked; run 'git -C \(ShellWord.quoted(submodule.path)) fetch origin \(submodule.commit)', or 'git submodule update --init' where it is not a submodule yet"
      )
    }
  }

  /// The inputs that are in no folder of the repository, which are read as they are today.
  func outside(_ paths: [String]) -> [String] { paths.filter { pathFromRoot($0) == nil } }

  deinit { try? FileManager.default.removeItem(atPath: temporary) }

  /// Does something in the folder that the working directory was in the revision.
  func inside<Value>(_ body: () throws -> Value) throws -> Value {
    guard let path = pathFromRoot(".") else { return try body() }
    let folder = join(files, path)
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard FileManager.default.changeCurrentDirectoryPath(folder) else { return try body() }
    defer { _ = FileManager.default.changeCurrentDirectoryPath(directory) }
    return try body()
  }

  /// How the revision's inputs are read: as today's are.
  func translated(_ reading: ReadingOptions) -> ReadingOptions {
    var result = reading
    result.inputs = inputs(reading.inputs)
    result.options.includePaths = withToday(reading.includePaths)
    result.options.systemIncludePaths = withToday(reading.systemIncludePaths)
    result.options.includedFirst = reading.includedFirst.map { existing($0) ?? absolute($0) }
    result.options.moduleFolders = reading.moduleFolders.compactMap {
      ModuleFolder(argument: "\($0.module)=\(existing($0.folder) ?? $0.folder)")
    }
    result.options.clangArguments = reading.clangArguments.map { $0.replacing("\(root)/", with: "\(files)/") }
    // Without the file the revision has no configuration, and a lock is always beside something.
    result.options.configurationPath = reading.options.configurationPath.flatMap(existing)
    result.options.lock = reading.lock.map { existing($0) ?? "\(temporary)/none" }
    return result
  }

  /// The path of a file in the revision, from the folder of `inside`; nil if it has none.
  func existing(_ path: String) -> String? {
    guard let fromRoot = pathFromRoot(path) else {
      return FileManager.default.fileExists(atPath: path) ? absolute(path) : nil
    }
    // What a user gave stands in messages and decides names.
    return formerPaths.paths(of: fromRoot).first.map { name in
      name == fromRoot && !path.hasPrefix("/") && !path.hasPrefix("..") ? path : join(files, name)
    }
  }

  /// A file or folder, and for a folder all that today's files of it were in.
  private func allExisting(_ path: String) -> [String] {
    guard let fromRoot = pathFromRoot(path), isFolder(path) else { return [existing(path)].compactMap(\.self) }
    let others = formerPaths.paths(of: fromRoot).dropFirst() + formerPaths.moved(into: fromRoot)
    return [existing(path)].compactMap(\.self) + others.map { join(files, $0) }
  }

  /// The headers and folders among the inputs that the revision does not have, under their names or earlier ones.
  func unknown(_ paths: [String]) -> [String] { paths.filter { !$0.hasSuffix(".swift") && allExisting($0).isEmpty } }

  /// The inputs that the revision has. Of Swift sources, those that were removed since belong to them.
  private func inputs(_ paths: [String]) -> [String] {
    let sources = paths.filter { $0.hasSuffix(".swift") && !isFolder($0) }
    let folders = Set(sources.compactMap { pathFromRoot($0).map(parentFolder) })
    let gone = formerPaths.removed.filter { path in
      path.hasSuffix(".swift")
        && folders.contains { $0.isEmpty || parentFolder(path) == $0 || path.hasPrefix($0 + "/") }
    }
    var seen: Set<String> = []
    return (paths.flatMap(allExisting) + gone.map { join(files, $0) }).filter { seen.insert($0).inserted }
  }

  /// Folders of the revision, and behind them today's: these may have files that are made, and in no revision.
  private func withToday(_ folders: [String]) -> [String] {
    folders.flatMap { folder in
      pathFromRoot(folder) == nil ? [absolute(folder)] : [existing(folder), absolute(folder)].compactMap(\.self)
    }
  }

  private func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : join(directory, path) }

  /// The way from the repository's folder to a file, without "." and ".."; nil for a file that is not in it.
  private func pathFromRoot(_ path: String) -> String? {
    var parts: [Substring] = []
    for part in absolute(path).split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    let whole = "/" + parts.joined(separator: "/")
    for path in [whole, realPath(whole)] {
      if path == root { return "" }
      if path.hasPrefix(root + "/") { return String(path.dropFirst(root.count + 1)) }
    }
    return nil
  }
}
