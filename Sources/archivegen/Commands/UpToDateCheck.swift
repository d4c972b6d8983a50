import ArchiveModel
import Foundation

/// Records the state of every file that a run read and wrote, so that the next run with the same arguments can detect
/// without parsing that nothing has changed.
///
/// The record is in the user's cache folder or that of `--cache-dir`, not beside the output, because it has absolute
/// paths and times. Without such a folder, as with `--no-cache`, every run reads everything.
struct UpToDateCheck {
  /// The variables that name folders which clang searches.
  private static let folderVariables = ["CPATH", "C_INCLUDE_PATH"]

  private let file: String?
  private let inputs: Inputs
  private let ownFiles: [String]
  private let searchFolders: [String]
  private let started: Int64
  /// What the paths of the inputs led to before they were read: links may be switched, and folders renamed.
  private let before: [String]
  private let foldersBefore: [FileIdentity?]

  /// - Parameter files: further files that are read: the configuration and templates.
  init(command: GenerateCommand, inputs: Inputs, files: [String]) {
    self.inputs = inputs
    ownFiles = files
    let environment = ProcessInfo.processInfo.environment
    searchFolders =
      command.reading.includePaths + command.reading.systemIncludePaths
      + ClangOptions.searchedFolders(command.reading.clangArguments)
      + Self.folderVariables.flatMap { environment[$0]?.split(separator: ":").map(String.init) ?? [] }
    started = FileStamp.now()
    before = inputs.paths.map { FileStamp(path: $0).text }
    foldersBefore = searchFolders.map { FileIdentity(of: $0) }
    let arguments = ((try? CompilerArguments.ofProcess.get()) ?? []).filter {
      !["-v", "--verbose", "-q", "--quiet", "--color-diagnostics", "--no-color-diagnostics", "--no-cache"].contains($0)
    }
    let settings =
      [toolVersion, FileManager.default.currentDirectoryPath] + arguments
      + (["LIBCLANG_PATH", "PATH"] + Self.folderVariables).map { "\($0)=\(environment[$0] ?? "")" }
    // A path that is not absolute is to be ignored (XDG Base Directory Specification).
    let userFolder =
      environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].map { "\($0)/.cache" }
    let folder = command.cacheDir ?? userFolder.map { "\($0)/archivegen" }
    file = folder.map { "\($0)/\(String(Self.hash(settings), radix: 16)).json" }
  }

  /// The last run's report, if the same arguments would read and write the same files.
  func unchangedReport() -> RunReport? {
    guard let file, let data = FileManager.default.contents(atPath: file),
      let memory = try? JSONDecoder().decode(Memory.self, from: data),
      memory.headers == inputs.paths, memory.tool == Self.toolStamp
    else { return nil }
    for line in memory.stamps.split(separator: "\n") {
      guard let space = line.firstIndex(of: " "),
        FileStamp(path: String(line[line.index(after: space)...])).text == line[..<space]
      else { return nil }
    }
    return memory.report
  }

  /// - Parameter outputs: the generated files, which have been written.
  func record(_ report: RunReport, outputs: [String]) {
    guard let file else { return }
    // The cache folder is created first, because it may be inside one of the inspected folders.
    try? FileManager.default.createDirectory(atPath: parentFolder(file), withIntermediateDirectories: true)
    let read = Set(report.dependencies + ownFiles)
    guard before == inputs.paths.map({ FileStamp(path: $0).text }),
      foldersBefore == searchFolders.map({ FileIdentity(of: $0) }),
      let folders = SearchedFolders(read: read, inputs: inputs.folders, searched: searchFolders)?.all
    else { return forget() }
    var lines: [String] = []
    for path in read.union(folders).sorted() {
      let stamp = FileStamp(path: path)
      // The file changed during the run, so it is unknown which state was read.
      if read.contains(path), stamp.changed >= started { return forget() }
      lines.append("\(stamp.text) \(path)")
    }
    for path in outputs { lines.append("\(FileStamp(path: path).text) \(path)") }
    let memory = Memory(
      tool: Self.toolStamp, headers: inputs.paths, stamps: lines.joined(separator: "\n"), report: report)
    guard let data = try? JSONEncoder().encode(memory) else { return }
    if let staged = try? StagedFile(String(decoding: data, as: UTF8.self), in: parentFolder(file)) {
      try? staged.replace(file)
    }
  }

  private func forget() {
    if let file { unlink(file) }
  }

  private struct Memory: Codable {
    let tool: String
    let headers: [String]
    /// One line for each file: its stamp, a space, its path.
    let stamps: String
    let report: RunReport
  }

  /// The stamp of this executable, because another build may generate different files.
  private static var toolStamp: String {
    FileStamp(path: Bundle.main.executablePath ?? CommandLine.arguments[0]).text
  }

  /// FNV-1a with 64 bits, which is the same in every process, unlike the standard library's hash.
  private static func hash(_ texts: [String]) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for text in texts {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      hash = (hash ^ 0xff) &* 0x100_0000_01b3
    }
    return hash
  }
}

/// The output of a finished run, which is printed again if nothing has changed.
struct RunReport: Codable {
  let summary: String
  let diagnostics: [Diagnostic]
  let dependencies: [String]
}
