import ArchiveModel

/// The errors of one parse, in order. Hundreds of errors of all headers together are looked up in the errors of every
/// single header.
struct ErrorSet: Sendable {
  let all: [Diagnostic]
  private let keys: Set<Key>
  private let messages: Set<String>

  /// What makes two reports of an error the same.
  struct Key: Hashable {
    let location: SourceLocation?
    let message: String

    init(_ diagnostic: Diagnostic) {
      location = diagnostic.location
      message = diagnostic.message
    }
  }

  init(_ errors: [Diagnostic]) {
    all = errors
    keys = Set(errors.map(Key.init))
    messages = Set(errors.map(\.message))
  }

  var isEmpty: Bool { all.isEmpty }

  /// Whether the suspicion's error is one of these. An error in the text that includes the headers has a location that
  /// depends on the set of headers.
  func contains(_ suspicion: Suspicion) -> Bool {
    suspicion.isInUmbrella ? messages.contains(suspicion.diagnostic.message) : keys.contains(suspicion.key)
  }
}
