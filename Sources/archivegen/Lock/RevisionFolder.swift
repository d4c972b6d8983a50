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
  /// Paths of today's files, from the root, with those that they had in the revision.
  private let formerPaths: [String: String]
  /// The files that today are gone, from the root.
  private let removed: [String]

  /// - Parameter folder: a folder in the repository.
  /// - Throws: `LockFailure` if git does not have the revision, or cannot write its files.
  init(_ revision: String, beside folder: String) throws {
    func git(_ arguments: [String], in folder: String, index: String? = nil) throws -> Git.Result {
      let result = try Git.run(arguments, in: folder, index: index)
      guard result.status == 0 else {
        throw LockFailure(
          .missingLock, "the revision '\(revision)' cannot be read: \(result.problem)",
          advice: "nothing was checked; name a revision of the inputs' repository")
      }
      return result
    }
    root = realPath(try git(["rev-parse", "--show-toplevel"], in: folder).line)
    // The revision must not be read as an option.
    let commit = try git(["rev-parse", "--verify", "--end-of-options", "\(revision)^{commit}"], in: folder).line
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
    var (former, removed): ([String: String], [String]) = ([:], [])
    let changes = try git(["diff", "--name-status", "-z", "-M", "--diff-filter=DR", commit, "--"], in: root)
    var words = String(decoding: changes.output, as: UTF8.self).split(separator: "\0").map(String.init)[...]
    while let kind = words.popFirst(), let path = words.popFirst() {
      if kind.hasPrefix("R"), let today = words.popFirst() { former[today] = path } else { removed.append(path) }
    }
    formerPaths = former
    self.removed = removed
  }

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
    for name in [fromRoot, formerPaths[fromRoot]].compactMap(\.self) {
      let found = join(files, name)
      guard FileManager.default.fileExists(atPath: found) else { continue }
      // What a user gave stands in messages and decides names.
      return name == fromRoot && !path.hasPrefix("/") && !path.hasPrefix("..") ? path : found
    }
    return nil
  }

  /// The headers and folders among the inputs that the revision does not have, under their names or earlier ones.
  func unknown(_ paths: [String]) -> [String] { paths.filter { !$0.hasSuffix(".swift") && existing($0) == nil } }

  /// The inputs that the revision has. Of Swift sources, those that were removed since belong to them.
  private func inputs(_ paths: [String]) -> [String] {
    let sources = paths.filter { $0.hasSuffix(".swift") && !isFolder($0) }
    let folders = Set(sources.compactMap { pathFromRoot($0).map(parentFolder) })
    let gone = removed.filter { path in
      path.hasSuffix(".swift")
        && folders.contains { $0.isEmpty || parentFolder(path) == $0 || path.hasPrefix($0 + "/") }
    }
    var seen: Set<String> = []
    return (paths.compactMap(existing) + gone.map { join(files, $0) }).filter { seen.insert($0).inserted }
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
