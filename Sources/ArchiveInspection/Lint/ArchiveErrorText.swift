import ArchiveRuntime

/// The offset and the reason of an error, without the words that repeat them.
package struct ArchiveErrorText {
  package let offset: Int?
  package let reason: String

  package init(_ error: ArchiveError) {
    offset = error.offset
    reason = error.code == .corrupt || error.code == .notAnArchive ? error.details.reason ?? "\(error)" : "\(error)"
  }
}
