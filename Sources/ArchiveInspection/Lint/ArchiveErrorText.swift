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
    default: reason = Self.words(of: error)
    }
  }

  /// The text of an error. The limits of a decoder are for programs: no option of a command sets them.
  package static func words(of error: any Error) -> String {
    guard let error = error as? ArchiveError, error.code == .limitExceeded, let limit = error.details.limit,
      let maximum = error.details.maximum
    else { return "\(error)" }
    if limit == "maximumNesting" {
      return
        "It has more than \(maximum) levels of values within each other, which are the most that this command reads."
    }
    return "It needs \(error.details.value ?? "more") where this command allows \(maximum) (\(limit))."
  }
}
