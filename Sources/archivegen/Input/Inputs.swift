import ArchiveModel
import Foundation

/// The headers and Swift sources that the command line specifies, and the folders that were searched for them.
struct Inputs {
  /// One file: its path as given or found, and its name relative to the given folder.
  struct InputFile: Hashable {
    let path: String
    let name: String
    /// Whether it was found in a given folder and not named itself.
    var isFound = false

    var isSwift: Bool { name.hasSuffix(".swift") }
    /// The kind of a file that cannot be a C header according to its name.
    var binaryKind: String? {
      let name = name.lowercased()
      if [".a", ".so", ".dylib", ".la", ".tbd"].contains(where: name.hasSuffix) || name.contains(".so.") {
        return "a library"
      }
      if [".o", ".obj"].contains(where: name.hasSuffix) { return "an object file" }
      if [".cpp", ".cc", ".cxx", ".hpp", ".hh", ".hxx", ".mm", ".m"].contains(where: name.hasSuffix) {
        return "not written in C"
      }
      return nil
    }

    /// Whether the name is unusual for a header.
    var isText: Bool { [".txt", ".md", ".json", ".yml", ".yaml"].contains { name.lowercased().hasSuffix($0) } }
  }

  private(set) var headers: [InputFile] = []
  private(set) var sources: [InputFile] = []
  /// Given folders and those below them, for build systems: a new header changes the folder's modification time.
  private(set) var folders: [String] = []
  /// The files and folders that `--exclude` leaves out of given folders.
  private var leftOut: Set<FileIdentity> = []
  private var leftOutFolders: [String] = []
  /// The first argument that has headers, from which the default module name is derived.
  private(set) var headerRoot: String?
  /// Warnings about the inputs.
  private(set) var diagnostics: [Diagnostic] = []
  /// Warnings about files that are left out or read in a way that may not be intended.
  private(set) var omissions: [Diagnostic] = []

  /// All paths, headers first.
  var paths: [String] { headers.map(\.path) + sources.map(\.path) }

  /// - Parameters:
  ///   - excluded: the output folder, whose generated files are not inputs.
  ///   - patterns: shell patterns for names relative to a given folder that are left out.
  /// - Throws: `Failure` with one diagnostic for each input that is missing, unreadable or without headers.
  static func find(_ arguments: [String], excluding excluded: String, patterns: [String]) throws -> Inputs {
    var inputs = Inputs()
    var exclusion = Exclusion(patterns)
    var problems: [Diagnostic] = []
    var seen: Set<FileIdentity> = []
    let excludedPath = realPath(excluded)
    for argument in arguments {
      let path = argument.count > 1 && argument.hasSuffix("/") ? String(argument.dropLast()) : argument
      do {
        let found =
          try isFolder(path)
          ? inputs.search(path, excluding: excludedPath, &exclusion)
          : [InputFile(path: path, name: lastComponent(path))]
        for file in found where FileIdentity(of: file.path).map({ seen.insert($0).inserted }) ?? true {
          guard access(file.path, R_OK) == 0 else {
            throw cannotRead(file)
          }
          if file.isSwift {
            inputs.sources.append(file)
          } else {
            if let kind = file.binaryKind {
              throw Failure(
                .unlikelyHeader, "'\(file.path)' is \(kind), not a C header", advice: "remove it from the inputs")
            }
            inputs.headers.append(file)
            inputs.headerRoot = inputs.headerRoot ?? argument
            if file.isText { inputs.diagnostics.append(readAsHeader(file)) }
          }
        }
      } catch let failure as Failure {
        problems += failure.diagnostics
      }
    }
    guard problems.isEmpty else { throw Failure(problems) }
    inputs.omissions += exclusion.unused
    return inputs
  }

  /// Whether `--exclude` leaves out the file.
  func isLeftOut(_ path: String) -> Bool {
    if FileIdentity(of: path).map(leftOut.contains) ?? false { return true }
    guard !leftOutFolders.isEmpty else { return false }
    let real = realPath(path)
    return leftOutFolders.contains { real.hasPrefix($0) }
  }

  private static func readAsHeader(_ file: InputFile) -> Diagnostic {
    Diagnostic(
      .unlikelyHeader, "'\(file.path)' is read as a C header",
      advice: file.name.hasSuffix(".yml") || file.name.hasSuffix(".yaml")
        ? "pass a configuration with --config" : "remove it from the inputs unless it is a header")
  }

  private static func cannotRead(_ file: InputFile) -> Failure {
    let reason = lastErrorText()
    if let link = danglingLink(file.path) {
      return Failure(
        .unreadableInput, link,
        advice: !file.isFound ? nil : "fix or remove it, or leave it out with --exclude '\(file.name)'")
    }
    return Failure(.unreadableInput, "cannot read '\(file.path)': \(reason)", advice: "check its permissions")
  }

  /// The message for a symbolic link whose target does not exist.
  private static func danglingLink(_ path: String) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, stat(path, &status) != 0,
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    else { return nil }
    return "'\(path)' is a link to '\(target)', which does not exist"
  }

  private static func isFolder(_ path: String) throws -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let reason = lastErrorText()
      if let link = danglingLink(path) {
        throw Failure(.unreadableInput, link, advice: "fix it, or name the header itself")
      }
      let folder = parentFolder(path)
      let siblings = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
      let near = nearestWord(to: lastComponent(path), among: siblings.filter { $0 != lastComponent(path) }.sorted())
      throw Failure(
        .unreadableInput, "cannot read '\(path)': \(reason)",
        advice: path.hasPrefix("-")
          ? "what follows '--' is an input; write clang's options without '--': -I <dir>, -D <macro>, --clang-arg <argument>"
          : didYouMean(near.map { join(folder, $0) }))
    }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  private mutating func search(
    _ root: String, excluding excluded: String, _ exclusion: inout Exclusion
  ) throws -> [InputFile] {
    var found: [InputFile] = []
    var others = UnreadSources(root: root)
    var open = [root]
    // Links are followed last, so that a target in this folder is found under its own name.
    var links: [String] = []
    let realRoot = realPath(root)
    var searched: Set<String> = []
    while let folder = open.popLast() ?? links.popLast() {
      let real = realPath(folder)
      // Two links may lead to one folder, and a link may lead to a folder that contains this one.
      guard searched.insert(real).inserted, folder == root || !realRoot.hasPrefix(real == "/" ? real : real + "/")
      else { continue }
      folders.append(folder)
      guard let contents = FolderContents(of: folder) else {
        throw Failure(
          .unreadableInput, "cannot read the folder '\(folder)': \(lastErrorText())", advice: "check its permissions")
      }
      // A generated header stands beside a module map.
      let mayHoldOutput = real == excluded || contents.names.contains("module.modulemap")
      let prefix = folder == root ? "" : "\(folder.dropFirst(root.count + 1))/"
      try Self.requireReadable(contents, prefix, in: root, &exclusion)
      for name in contents.names.sorted(by: >) where !name.hasPrefix(".") {
        let path = "\(folder)/\(name)"
        let below = prefix + name
        var status = stat()
        guard lstat(path, &status) == 0 else { continue }
        // A link counts as the file that it leads to; a dangling one stays a link.
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        if isLink { _ = stat(path, &status) }
        let isFile = ![S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
        if status.st_mode & S_IFMT == S_IFDIR {
          if realPath(path) == excluded { continue }
          if exclusion.matches(folder: below) {
            leftOutFolders.append(realPath(path) + "/")
            continue
          }
          if isLink { links.insert(path, at: 0) } else { open.append(path) }
        } else if Self.isInput(name) {
          // The output folder may be that of the inputs, and a model's folder may contain earlier output, of which commands
          // without an output folder do not know. Generated files are not inputs.
          if isFile, mayHoldOutput || name.hasSuffix(".swift"),
            FileManager.default.contents(atPath: path).map(OutputFolder.owner) ?? nil != nil
          {
            continue
          }
          if exclusion.matches(file: below) {
            FileIdentity(of: path).map { _ = leftOut.insert($0) }
          } else if !isFile {
            // To read a pipe would wait for whoever writes into it.
            throw Failure(
              .unreadableInput, "cannot read '\(path)': it is a pipe or a socket",
              advice: "remove it, or leave it out with --exclude '\(below)'")
          } else {
            found.append(InputFile(path: path, name: below, isFound: true))
          }
        } else if isFile, !exclusion.matches(file: below) {
          others.note(path, below)
        }
      }
    }
    omissions += others.diagnostics
    guard !found.isEmpty else {
      if exclusion.hasMatched() {
        throw Failure(
          .noInput, "--exclude leaves out every header and Swift source in '\(root)'",
          advice: "remove the folder from the inputs, or exclude fewer files")
      }
      throw Failure(
        .noInput, "there is no header or Swift source in '\(root)'",
        advice: "headers end in .h, Swift sources in .swift; name other files as inputs")
    }
    return found.sorted { $0.name < $1.name }
  }

  private static func isInput(_ name: String) -> Bool { name.hasSuffix(".h") || name.hasSuffix(".swift") }

  /// - Throws: `Failure` for inputs and folders whose names are not UTF-8, if no pattern leaves them out.
  private static func requireReadable(
    _ contents: FolderContents, _ prefix: String, in root: String, _ exclusion: inout Exclusion
  ) throws {
    var problems: [Diagnostic] = []
    for (name, isFolder) in contents.unreadable where !name.hasPrefix(".") && (isFolder || isInput(name)) {
      let below = prefix + name
      if isFolder ? exclusion.matches(folder: below) : exclusion.matches(file: below) { continue }
      problems.append(
        Diagnostic(
          .unreadableInput, "cannot read '\(root)/\(below)': its name is not UTF-8",
          advice: "rename it, or leave it out with --exclude '\(below)'"))
    }
    guard problems.isEmpty else { throw Failure(problems.sorted { $0.message < $1.message }) }
  }
}
