import ArchiveRuntime

/// The offset and the reason of an error, without the words that repeat them.
package struct ArchiveErrorText {
  package let offset: Int?
  package let reason: String

  package init(_ error: ArchiveError) {
    if case .corrupt(let offset, let reason) = error {
      (self.offset, self.reason) = (offset, reason)
    } else {
      (offset, reason) = (nil, "\(error)")
    }
  }
}
