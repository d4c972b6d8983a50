import ArchiveModel

/// Finds two headers that cannot be in one module.
struct ConflictReader {
  let headers: [HeaderInput]
  let files: SourceFiles
  private let inclusions: Inclusions

  init(headers: [HeaderInput], files: SourceFiles, unit: TranslationUnit) {
    self.headers = headers
    self.files = files
    inclusions = Inclusions(unit: unit)
  }

  /// The index of the header with the declaration that conflicts with one in the header `later`, if the error's notes
  /// show it.
  func adversary(of later: Int, _ error: ClangDiagnostic) -> Int? {
    error.notes.lazy.compactMap { $0.location.position?.file }.flatMap { inclusions.umbrellaLines(of: $0) }
      .compactMap(Umbrella.header(atLine:)).first { $0 < later }
  }

  /// The errors of headers that exclude each other regardless of the `failing` headers: these did not include a file
  /// that the error is about, and the two headers alone give the same error.
  func proven(_ suspicions: [Suspicion], besides failing: Set<Int>, _ trials: HeaderTrials) -> [Suspicion] {
    var pairs: [(earlier: Int, last: Int, bodies: FunctionBodies)] = []
    var judged: Set<Int> = []
    for suspicion in suspicions where failing.isDisjoint(with: suspicion.headers) {
      guard let last = suspicion.headers.last, let earlier = adversary(of: last, suspicion.error),
        !failing.contains(earlier), !involves(failing, suspicion.error), judged.insert(last).inserted
      else { continue }
      pairs.append((earlier, last, suspicion.isInBody ? .parsed : .skipped))
    }
    let errors = trials.errors(together: pairs.map { ([headers[$0.earlier], headers[$0.last]], $0.bodies) })
    var known: [Int: (earlier: Int, errors: ErrorSet)] = [:]
    for (pair, errors) in zip(pairs, errors) { known[pair.last] = (pair.earlier, errors) }
    return suspicions.filter { suspicion in
      guard failing.isDisjoint(with: suspicion.headers), let last = suspicion.headers.last, let found = known[last],
        adversary(of: last, suspicion.error) == found.earlier, !involves(failing, suspicion.error)
      else { return false }
      return found.errors.contains(suspicion)
    }
  }

  /// Whether one of these headers included a file that the error is about.
  private func involves(_ headers: Set<Int>, _ error: ClangDiagnostic) -> Bool {
    let files = ([error.location] + error.notes.map(\.location)).compactMap { $0.position?.file }
    return files.flatMap { inclusions.umbrellaLines(of: $0) }.compactMap(Umbrella.header(atLine:))
      .contains(where: headers.contains)
  }

  /// - Parameters:
  ///   - error: an error that occurs only when the headers are parsed together.
  ///   - later: the index of the header in which the error occurs.
  ///   - earlier: the index of the conflicting header, if known.
  func diagnostic(_ error: ClangDiagnostic, in later: Int, after earlier: Int?) -> Diagnostic {
    var result = files.diagnostic(error)
    result.id = .headerConflict
    let reason = result.message
    if let own = error.location.position, isReadTwice(error) {
      let path = files[own.file].path
      let others = includers(of: own.file)
      let who =
        others.isEmpty
        ? "another header includes"
        : others.count == 1 ? "\(others[0]) includes" : "\(others.joined(separator: " and ")) include"
      let also = files[own.file].input == nil ? "" : " too"
      result.message = "'\(path)' is read twice, because \(who) it\(also): \(reason)"
      result.advice =
        ForeignFile.isEditable(path)
        ? "write '#pragma once' at its top"
        : "leave out one of the two headers with --exclude, or run archivegen on them one by one"
    } else {
      let others = earlier.map { "'\(headers[$0].path)'" } ?? "the headers before it"
      result.message = "'\(headers[later].path)' cannot be included after \(others): \(reason)"
      result.advice = "run archivegen on them one by one, each with its own --module"
    }
    return result
  }

  /// The files whose `#include` lines led to a file, in quotation marks, at most two, without the umbrella.
  private func includers(of file: ClangFile) -> [String] {
    var names: [String] = []
    for entry in inclusions.entries where entry.file == file || entry.file.identity.map({ $0 == file.identity }) == true
    {
      guard let place = entry.directives.first, !place.isInUmbrella, let includer = place.fileAndOffset?.file else {
        continue
      }
      let name = "'\(files[includer].path)'"
      if !names.contains(name) { names.append(name) }
    }
    return Array(names.prefix(2))
  }

  /// Whether the error is about a declaration that conflicts with itself.
  func isReadTwice(_ error: ClangDiagnostic) -> Bool {
    guard let own = error.location.position else { return false }
    return error.notes.contains { note in
      note.location.position.map { $0.file == own.file && $0.offset == own.offset } ?? false
    }
  }
}
