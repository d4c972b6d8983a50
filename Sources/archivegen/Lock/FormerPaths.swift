import Foundation

/// Where today's files and folders were in a revision. All paths are from the repository's folder.
struct FormerPaths {
  private var renamed: [String: String] = [:]
  /// The files that today are gone, and that git does not know under another name.
  private(set) var removed: [String] = []
  private let root: String
  private let files: String

  /// - Parameters:
  ///   - changes: the output of `git diff --name-status -z -M --diff-filter=DR`.
  ///   - root: the repository's folder.
  ///   - files: the folder with the revision's files.
  init(_ changes: Data, root: String, files: String) {
    (self.root, self.files) = (root, files)
    var words = String(decoding: changes, as: UTF8.self).split(separator: "\0").map(String.init)[...]
    while let kind = words.popFirst(), let path = words.popFirst() {
      if kind.hasPrefix("R"), let today = words.popFirst() { renamed[today] = path } else { removed.append(path) }
    }
  }

  /// What the revision has of a file or folder, the most likely first: under its name, under an earlier one, or in a folder that has
  /// another name today.
  func paths(of path: String) -> [String] {
    let folder = parentFolder(path)
    let moved = folder.isEmpty || isThere(folder) ? [] : formerFolders(of: folder).map { join($0, lastComponent(path)) }
    let found = ([path] + [renamed[path]].compactMap(\.self) + moved).filter(isThere)
    return found.isEmpty ? formerFolders(of: path) : found
  }

  /// The sources that were moved into a folder, from elsewhere than what `paths(of:)` gives.
  func moved(into folder: String) -> [String] {
    guard !folder.isEmpty else { return [] }
    let known = paths(of: folder)
    return renamed.filter { today, former in
      today.hasPrefix(folder + "/") && Self.isSource(former) && !known.contains { former.hasPrefix($0 + "/") }
    }.values.sorted()
  }

  private func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: join(files, path)) }

  /// The folders that the sources of a folder were in below the same names. Of files that were changed as well git does not say that
  /// they were renamed: these tell of a folder that is gone.
  private func formerFolders(of folder: String) -> [String] {
    guard isFolder(join(root, folder)) else { return [] }
    let names = Set(
      (FileManager.default.enumerator(atPath: join(root, folder)) ?? .init()).lazy.compactMap { $0 as? String }
        .filter(Self.isSource).prefix(10_000))
    var found: Set<String> = []
    func add(_ former: String, _ name: Substring) {
      if former.count > name.count, former.hasSuffix("/" + name) {
        found.insert(String(former.dropLast(name.count + 1)))
      }
    }
    for (today, former) in renamed where today.hasPrefix(folder + "/") {
      add(former, today.dropFirst(folder.count + 1))
    }
    for path in removed {
      var rest = path[...]
      while let slash = rest.firstIndex(of: "/") {
        rest = rest[rest.index(after: slash)...]
        if names.contains(String(rest)), !isFolder(join(root, String(path.dropLast(rest.count + 1)))) {
          add(path, rest)
        }
      }
    }
    return found.filter { !$0.isEmpty && isThere($0) }.sorted()
  }

  private static func isSource(_ path: String) -> Bool { path.hasSuffix(".h") || path.hasSuffix(".swift") }
}
