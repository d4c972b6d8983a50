import ArchiveRuntime
import UntypedArchive

/// How many bytes of lists within data a command still opens.
///
/// Data may be referred to more than once, and lists stand within lists, so that a small hostile file has a number of them
/// that grows with the power of their depth. An honest file has each about once.
final class EmbeddedLists {
  private var remaining: Int

  /// Lists in lists in lists have an end at the eighth.
  static let greatestDepth = 8

  /// - Parameter byteCount: the size of the file, or of all files that are compared.
  init(byteCount: Int) { remaining = max(256 << 10, byteCount.multipliedReportingOverflow(by: 8).partialValue) }

  /// The list that data of `document` is; nil if it is none, or if too much was opened.
  func open(_ range: Range<Int>, in document: ArchiveDocument, depth: Int) -> ArchiveDocument? {
    guard depth < Self.greatestDepth, remaining >= range.count, document.beginsList(within: range) else { return nil }
    remaining -= range.count
    return document.list(within: range)
  }
}

extension ArchiveDocument {
  /// Whether data begins as a property list does.
  package func beginsList(within range: Range<Int>) -> Bool {
    guard range.count > 8, let bytes = try? view.contents(range) else { return false }
    return bytes.starts(with: "bplist0".utf8) || bytes.starts(with: "<?xml".utf8)
  }

  /// The property list that data is; nil if it is none.
  package func list(within range: Range<Int>) -> ArchiveDocument? {
    beginsList(within: range) ? try? ArchiveDocument(ArchiveBytes(source, range)) : nil
  }
}
