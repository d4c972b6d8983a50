import Foundation
import SchemaLock

/// A lock that gets new keys with the generated files, or not at all.
final class LockReplacement {
  private let store: LockStore
  /// What the new lock was made of.
  private let found: LockFile
  private let lock: LockFile
  /// The file before it is written.
  private var old: Data?

  init(store: LockStore, found: LockFile, lock: LockFile) {
    (self.store, self.found, self.lock) = (store, found, lock)
  }

  var companion: OutputFolder.Companion {
    OutputFolder.Companion(folder: store.folder, replace: write, restore: restore)
  }

  private func write(_ held: [FolderLock]) throws {
    try store.write(lock, replacing: found, holding: held) { old = fileContents(store.path) }
  }

  /// - Returns: the file's name if it is not as it was.
  private func restore() -> String? {
    guard let old, fileContents(store.path) != old else { return nil }
    return (try? NamedFile.write(old, to: store.path, advice: "")) == nil ? store.path : nil
  }
}
