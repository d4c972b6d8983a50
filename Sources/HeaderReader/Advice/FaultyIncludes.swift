import ArchiveModel

/// Finds the lines of the given headers that lead to errors in other files, in libclang's notes about them.
enum FaultyIncludes {
  /// The beginning of such a note. Its location is the line that includes.
  static let note = "in file included from "

  /// - Parameter diagnostics: libclang's, with all notes.
  static func found(in diagnostics: [Diagnostic], of headers: [HeaderInput]) -> [FaultyInclude] {
    let given = Set(headers.map(\.path))
    var known: Set<FaultyInclude> = []
    return diagnostics.filter { $0.severity == .error }.flatMap { error -> [FaultyInclude] in
      guard let file = error.location?.file else { return [] }
      return error.notes.compactMap { note in
        guard note.message.hasPrefix(Self.note), let place = note.location, given.contains(place.file) else {
          return nil
        }
        let include = FaultyInclude(
          header: place.file, file: file, location: place, sourceLine: note.sourceLine)
        return known.insert(include).inserted ? include : nil
      }
    }
  }
}
