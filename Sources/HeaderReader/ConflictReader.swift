import ArchiveModel

/// Says which two headers cannot be in one module.
struct ConflictReader {
  let headers: [HeaderInput]
  let files: SourceFiles
  private let inclusions: Inclusions

  init(headers: [HeaderInput], files: SourceFiles, unit: TranslationUnit) {
    self.headers = headers
    self.files = files
    inclusions = Inclusions(unit: unit)
  }

  /// - Parameters:
  ///   - error: shows only when the headers are parsed together.
  ///   - later: the index of the header in which it shows.
  func diagnostic(_ error: ClangDiagnostic, in later: Int) -> Diagnostic {
    var result = files.diagnostic(error)
    let reason = result.message
    let path = headers[later].path
    let places = error.notes.compactMap(\.location.position)
    let earlier = places.lazy.flatMap { inclusions.umbrellaLines(of: $0.file) }.compactMap(Umbrella.header(atLine:))
      .first { $0 < later }
    if let place = places.first, let own = error.location.position, place.file == own.file, place.offset == own.offset {
      let other = earlier.map { "'\(headers[$0].path)' includes it too" } ?? "another header includes it too"
      result.message = "'\(files[own.file].path)' is read twice, because \(other): \(reason)"
      result.advice = "write '#pragma once' at its top"
    } else if let earlier {
      result.message = "'\(path)' cannot be included after '\(headers[earlier].path)': \(reason)"
      result.advice = "run archivegen on them one by one, each with its own --module"
    } else {
      result.message = "'\(path)' cannot be included after the headers before it: \(reason)"
      result.advice = "run archivegen on them one by one, each with its own --module"
    }
    return result
  }
}
