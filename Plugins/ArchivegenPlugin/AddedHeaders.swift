import Foundation
import PackagePlugin

/// Makes the compiler see headers that were added to a C target.
///
/// Without a header of its own name, a C target's module is its whole folder. Clang builds such a module again if one of
/// its headers or its module map changes, but not for a header that is new, so that generated code would name types that
/// Swift does not have. A newer date of SwiftPM's module map has that effect.
struct AddedHeaders {
  let workDirectory: URL

  func show(_ modules: [CModule]) {
    let list = workDirectory.appendingPathComponent("headers.txt")
    let text = modules.compactMap(\.folder).map { "\($0.target) \($0.headers.joined(separator: "\t"))\n" }.joined()
    let before = FileManager.default.contents(atPath: list.path).map { String(decoding: $0, as: UTF8.self) }
    guard text != before else { return }
    if let before {
      let known = Set(before.split(separator: "\n"))
      for line in text.split(separator: "\n") where !known.contains(line) {
        refresh(String(line.prefix { $0 != " " }))
      }
    }
    try? Data(text.utf8).write(to: list)
  }

  private func refresh(_ target: String) {
    for map in moduleMaps(of: target) {
      do {
        try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: map.path)
      } catch {
        Diagnostics.warning(
          "headers of '\(target)' were added or removed: if the compiler does not find their types, remove '\(map.path)'")
      }
    }
  }

  /// The module maps that SwiftPM wrote: `.build/TRIPLE/debug/CTrain.build/module.modulemap`, where this folder is
  /// `.build/plugins/outputs/…`.
  private func moduleMaps(of target: String) -> [URL] {
    var scratch = workDirectory
    while scratch.lastPathComponent != "plugins" {
      guard scratch.pathComponents.count > 1 else { return [] }
      scratch.deleteLastPathComponent()
    }
    scratch.deleteLastPathComponent()
    return folders(in: scratch).flatMap(folders(in:)).map {
      $0.appendingPathComponent("\(target).build/module.modulemap")
    }.filter { FileManager.default.fileExists(atPath: $0.path) }
  }

  private func folders(in folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !["checkouts", "repositories", "plugins", "artifacts"].contains($0) }.map {
      folder.appendingPathComponent($0)
    }
  }
}
