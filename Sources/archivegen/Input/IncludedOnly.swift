import ArchiveModel
import ArchivePlanner

/// Headers that only include others: a run on them writes nothing, because the types of a header are written only if the
/// header is an input.
enum IncludedOnly {
  static func warning(_ model: HeaderModel, _ summary: Plan.Summary) -> Diagnostic? {
    guard summary.written + summary.refused + summary.skipped == 0 else { return nil }
    for header in model.headers where header.isValid {
      let folder = realPath(parentFolder(header.path).isEmpty ? "." : parentFolder(header.path))
      let own = realPath(header.path)
      let below = header.includes.map(realPath).filter { $0 != own && $0.hasPrefix(folder + "/") }
      guard let first = below.first(where: UnreadSources.definesTypes) else { continue }
      let here = relativePath(folder, from: "")
      return Diagnostic(
        .unreadFile,
        "'\(header.path)' has no type of its own, and the types of headers that it includes, such as "
          + "'\(relativePath(first, from: ""))', are not written",
        advice: "to archive them, name their folder as the input: \(ShellWord.quoted(here.isEmpty ? "." : here))")
    }
    return nil
  }
}
