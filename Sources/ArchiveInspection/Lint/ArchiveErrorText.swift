import ArchiveRuntime

/// The offset and the reason of an error, without the words that repeat them.
package struct ArchiveErrorText {
  package let offset: Int?
  package let reason: String

  package init(_ error: ArchiveError) {
    offset = error.offset
    switch error.code {
    case .corrupt, .notAnArchive: reason = error.details.reason ?? "\(error)"
    case .checksumMismatch:
      reason = "the checksum does not fit: " + (error.details.reason ?? "")
    default: reason = "\(error)"
    }
  }
}
