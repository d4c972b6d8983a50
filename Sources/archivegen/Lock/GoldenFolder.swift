import Foundation
import SchemaInterpreter
import SchemaLock

/// Golden archives on the disk: a folder with one for each release. What is there is never changed.
struct GoldenFolder {
  let path: String

  /// What a release has, in memory.
  struct Release {
    var files: [String: Data] = [:]
    var typeCount = 0
    var archiveCount = 0
    /// Types that have none, with the reason.
    var missing: [NotInterpreted] = []
  }

  /// - Parameter lock: has the release already.
  static func goldens(of release: String, in lock: LockFile) -> Release {
    let types = GoldenTypes(lock)
    let schema = lock.schema(of: release)
    var result = Release()
    for type in types.changed(in: release) {
      let name = types.fileName(of: type.name)
      result.typeCount += 1
      do {
        for golden in try Golden.all(of: type.name, in: schema) {
          result.files[name + golden.suffix + ".archive"] = golden.archive
          result.files[name + golden.suffix + ".json"] = golden.json
          result.archiveCount += 1
        }
      } catch {
        let subject = error.subject.hasPrefix(type.name) ? error.subject : "\(type.name).\(error.subject)"
        result.missing.append(NotInterpreted(subject: subject, reason: error.reason))
        result.files[name + ".none"] = Data("\(subject): \(error.reason)\n".utf8)
      }
    }
    return result
  }

  func folder(of release: String) -> String { join(path, release) }

  func has(_ release: String) -> Bool { FileManager.default.fileExists(atPath: folder(of: release)) }

  /// Writes a release's folder as a whole: a run that is killed leaves none.
  ///
  /// - Throws: `Failure` if there is one with other files, or the folder cannot be written.
  func write(_ release: String, _ goldens: Release) throws {
    let target = folder(of: release)
    if has(release) {
      // A run that was killed before it wrote the lock.
      if holds(goldens, at: target) { return }
      throw Failure(
        .unusableOutput,
        "there is a folder '\(target)' already, with other files: golden archives are never overwritten",
        advice: "if there has been no release '\(release)', delete the folder")
    }
    let stage = "\(path)/\(StagedFile.prefix)\(getpid())-\(UInt64.random(in: 0..<UInt64.max))"
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      removeLeftovers()
      try FileManager.default.createDirectory(atPath: stage, withIntermediateDirectories: false)
      for (name, data) in goldens.files.sorted(by: { $0.key < $1.key }) {
        let file = try StagedFile(data, in: stage)
        try file.synchronize()
        try file.replace("\(stage)/\(name)")
      }
      try synchronizeFolder(stage)
      guard rename(stage, target) == 0 else { throw SystemError() }
      try synchronizeFolder(path)
    } catch {
      let reason = SystemError.text(of: error)
      try? FileManager.default.removeItem(atPath: stage)
      throw Failure(
        .unusableOutput, "cannot write '\(target)': \(reason)", advice: "name another folder with --goldens")
    }
  }

  /// Flushes the names in a folder to the disk.
  private func synchronizeFolder(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    // Some file systems have nothing to flush for a folder, and report an error.
    if fsync(descriptor) != 0, ![EINVAL, ENOTSUP, EBADF].contains(errno) { throw SystemError() }
  }

  private func holds(_ goldens: Release, at folder: String) -> Bool {
    guard let found = try? FileManager.default.contentsOfDirectory(atPath: folder),
      Set(found) == Set(goldens.files.keys)
    else { return false }
    return goldens.files.allSatisfy { FileManager.default.contents(atPath: "\(folder)/\($0)") == $1 }
  }

  /// Of runs that were killed: their process is gone.
  private func removeLeftovers() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    where name.hasPrefix(StagedFile.prefix) {
      let owner = name.dropFirst(StagedFile.prefix.count).prefix { $0 != "-" }
      if let process = pid_t(owner), kill(process, 0) != 0, errno == ESRCH {
        try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
      }
    }
  }
}
