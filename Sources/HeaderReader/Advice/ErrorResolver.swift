import ArchiveModel

/// Finds the header that resolves an error, if it is included before.
struct ErrorResolver {
  private let names: DefinedNames

  init(headers: [HeaderInput]) { names = DefinedNames(headers: headers) }

  /// - Parameters:
  ///   - file: the path of the file with the error.
  ///   - included: headers that were included before, and did not resolve it.
  func header(for cause: ErrorCause?, in file: String?, after included: [String] = []) -> String? {
    let tried = Set(included + [file].compactMap(\.self))
    return header(for: cause, besides: tried)
  }

  private func header(for cause: ErrorCause?, besides tried: Set<String>) -> String? {
    switch cause {
    case .unknownName(let name):
      StandardNames.header(of: name) ?? names.header(defining: name, besides: tried)?.path
        ?? StandardNames.olderHeader(of: name)
    case .directive(let text): names.header(namedIn: text, besides: tried)?.path
    case .missingFile, .argument, nil: nil
    }
  }

  /// The headers among `failing` with errors of their own that no other header resolves, such as tables for macros.
  /// Headers that are parsed after them have errors too.
  func hopeless(_ failing: Set<String>, _ errors: [Diagnostic]) -> Set<String> {
    let byFile = Dictionary(grouping: errors) { $0.location?.file ?? "" }
    return failing.filter { path in
      let own = byFile[path] ?? []
      return !own.isEmpty && own.allSatisfy { header(for: ErrorCause($0), in: path) == nil }
    }
  }
}
