import ArchiveModel
import Foundation
import SchemaLock

/// Where the lock of a run is looked for, and the locks that the run does not read although they have its types.
enum LockSearch {
  /// The places in the order in which they are looked into. `--lock` names the only one.
  static func places(_ reading: ReadingOptions, configuration: String?) -> [String] {
    if let path = reading.lock { return [path] }
    if !reading.lockPlaces.isEmpty { return reading.lockPlaces }
    let beside = reading.inputs.flatMap { input in
      ((isFolder(input) ? [input] : []) + [parentFolder(input)]).map { join($0, LockStore.fileName) }
    }
    return (configuration.map { [join(parentFolder($0), LockStore.fileName)] } ?? []) + beside
  }

  /// Where a lock is written if there is none.
  static func newPlace(_ reading: ReadingOptions, configuration: String?) -> String {
    if let given = reading.lock ?? reading.lockPlaces.first { return given }
    return join(parentFolder(configuration ?? reading.inputs.first ?? ""), LockStore.fileName)
  }

  /// The locks near the inputs besides the one that the run reads.
  static func others(_ reading: ReadingOptions, configuration: String?, than own: LockStore) -> [LockStore] {
    guard reading.lock == nil else { return [] }
    var seen: Set<String> = [realPath(own.path)]
    return (places(reading, configuration: configuration) + (reading.lockPlaces.isEmpty ? nearby(reading) : []))
      .filter { FileManager.default.fileExists(atPath: $0) && !isFolder($0) && seen.insert(realPath($0)).inserted }
      .map(LockStore.init)
  }

  /// The folders above the inputs; in a Swift package up to its own, and those of its targets.
  private static func nearby(_ reading: ReadingOptions) -> [String] {
    var folders: [String] = []
    for input in reading.inputs {
      for folder in self.folders(above: input) {
        folders.append(folder)
        guard FileManager.default.fileExists(atPath: join(folder, "Package.swift")) else { continue }
        let sources = join(folder, "Sources")
        folders += ((try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? []).sorted().prefix(1_000)
          .map { join(sources, $0) }
        break
      }
    }
    return folders.map { join($0, LockStore.fileName) }
  }

  /// The folders above an input, the nearest first, up to the working directory. For an input outside it, the last is the nearest folder
  /// that the working directory is in as well.
  private static func folders(above input: String) -> [String] {
    let parts = input.split(separator: "/")
    if !input.hasPrefix("/"), !parts.contains("..") {
      return (0..<parts.count).reversed().map { parts.prefix($0).joined(separator: "/") }
    }
    let working = realPath(".")
    var folder = realPath(input)
    var found: [String] = []
    while folder != "/", !folder.isEmpty {
      folder = parentFolder(folder)
      found.append(input.hasPrefix("/") ? folder : relativePath(folder, from: working))
      if working == folder || working.hasPrefix(folder == "/" ? folder : folder + "/") { break }
    }
    return found
  }

  /// What is wrong about locks that the run does not read and that have types of its schema.
  ///
  /// - Parameters:
  ///   - told: other messages, which may be about the same file.
  ///   - writes: whether a lock is about to be written, which must not be a second one.
  static func problems(
    _ others: [LockStore], besides own: LockContents, _ schema: ArchivedSchema, told: [Diagnostic],
    writes: Bool = false
  ) -> [Diagnostic] {
    let names = Set(schema.types.map(\.name))
    return others.compactMap { other in
      guard writes || !told.contains(where: { $0.message.hasPrefix("'\(other.path)' ") }) else { return nil }
      guard let found = try? other.read() else { return nil }
      let shared = found.types.map(\.name).filter(names.contains).sorted()
      guard !shared.isEmpty else { return nil }
      let types = "\(shared.count == 1 ? "type" : "types") \(shared.quotedList(atMost: 3))"
      let path = own.store.path
      let name = "--lock \(ShellWord.quoted(other.path))"
      guard let lock = try? own.lock() else {
        guard !own.store.exists else { return nil }
        return Diagnostic(
          .unusedSettings, writes ? .error : .warning,
          "'\(other.path)' is not read, and has the \(types) of these inputs: their lock is looked for at '\(path)'",
          advice: "name it with \(name), or move it there"
            + (writes ? "; for a second lock write --lock \(ShellWord.quoted(path))" : ""))
      }
      let known = Set(lock.types.map(\.name))
      let unprotected = shared.filter { !known.contains($0) }
      guard unprotected.isEmpty else {
        return Diagnostic(
          .unusedSettings, .error,
          "'\(other.path)' is not read, because the lock of these inputs is '\(path)', which lacks \(unprotected.quotedList(atMost: 3))",
          advice: "a run has one lock: move the releases and types of '\(other.path)' to '\(path)', and remove it")
      }
      let releases = found.releases.filter { !lock.releases.contains($0) }
      return Diagnostic(
        .unusedSettings, .warning,
        "'\(other.path)' is not read, because the lock of these inputs is '\(path)'; both have the \(types)"
          + (releases.isEmpty
            ? "" : ", and archives of \(releases.quotedList(atMost: 3)), which only the other has, are not checked"),
        advice: "remove the one that is not kept current, or name the other with \(name)")
    }
  }
}
