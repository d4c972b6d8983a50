import ArchiveModel

/// Improves libclang's errors: merges those with one cause, and adds advice for each kind.
///
/// The pass works on finished diagnostics, so it does not depend on how the headers were parsed. Only libclang's text
/// shows the kind of an error; versions 14 to 21 agree on the texts that are used here.
struct ErrorAdvice {
  private let headers: [HeaderInput]
  private let names: DefinedNames
  private let ownFolders: [String]

  /// - Parameters:
  ///   - headers: all given headers.
  ///   - library: the libclang whose own headers cannot be edited.
  init(headers: [HeaderInput], library: ClangLibrary) {
    self.headers = headers
    names = DefinedNames(headers: headers)
    ownFolders = [library.resourceFolder].compactMap { $0 }
  }

  func applied(to diagnostics: [Diagnostic]) -> [Diagnostic] {
    guard diagnostics.hasErrors else { return diagnostics }
    var groups = CauseGroups(headers: headers)
    var result = groups.merged(OtherLanguage.merged(diagnostics))
    for index in result.indices where result[index].severity == .error {
      if result[index].advice == nil { result[index].advice = advice(result[index]) }
      let isForeign = result[index].location.map { !isEditable($0.file) } ?? false
      // Clang's fix-it rarely resolves an error that has advice of its own.
      if isForeign || result[index].advice != nil { result[index].notes.removeAll(where: \.isFixIt) }
      result[index].notes = shortened(result[index].notes)
    }
    return result
  }

  /// Shortens the include stack: clang's text repeats the location, and many headers may include the file.
  private func shortened(_ notes: [Diagnostic]) -> [Diagnostic] {
    var includers = 0
    var result: [Diagnostic] = []
    for var note in notes {
      if note.message.hasPrefix(FaultyIncludes.note) {
        includers += 1
        note.message = "included from here"
        if includers > Self.shownIncluders { continue }
      }
      result.append(note)
    }
    let more = includers - Self.shownIncluders
    if more > 0 { result.append(Diagnostic.note("included from \(more) more place\(more == 1 ? "" : "s")")) }
    return result
  }

  private static let shownIncluders = 6

  /// Whether a person may edit the file: not if it belongs to the system or the compiler.
  func isEditable(_ path: String) -> Bool { ForeignFile.isEditable(path, ownFolders: ownFolders) }

  private func advice(_ error: Diagnostic) -> String? {
    if let advice = annotationAdvice(error) { return advice }
    guard let cause = ErrorCause(error) else {
      return error.location == nil ? "check the options for clang, and the target" : nil
    }
    let editable = error.location.map { isEditable($0.file) } ?? false
    switch cause {
    case .missingFile(let name):
      return error.location == nil
        ? "check the path after --include, and the folders of -I" : MissingFile(name: name, headers: headers).advice
    case .unknownName(let name): return unknown(name, editable: editable, at: error.location)
    case .directive(let text):
      // "Never include <bits/stat.h> directly; use <sys/stat.h> instead."
      if let header = text.bracketed.last(where: { error.location?.file.hasSuffix("/" + $0) != true }) {
        return "add --include \(header), or leave out this header with --exclude"
      }
      if let header = names.header(namedIn: text, besides: Set([error.location?.file].compactMap(\.self))) {
        return "add --include \(header.path), or leave out this header with --exclude"
      }
      return
        "it is the header's own #error: define what it asks for with -D, add --include FILE, or leave it out with --exclude"
    case .argument: return "remove it from the options for clang, which come from the command line and archivegen.yml"
    }
  }

  /// The advice for an error on a line with a macro of `ArchiveAnnotations.h`.
  private func annotationAdvice(_ error: Diagnostic) -> String? {
    guard let line = error.sourceLine, line.contains("\(AnnotationHeader.macro)(") || line.contains("ARCHIVE_"),
      let file = error.location?.file, isEditable(file)
    else { return nil }
    let text = SmallFile.contents(of: file)
    let isMissing = !text.contains(AnnotationHeader.name) && !text.contains("define \(AnnotationHeader.macro)")
    if error.message.contains("\(AnnotationHeader.macro)") || isMissing {
      return "if the macro is an annotation, write '#include \"\(AnnotationHeader.name)\"' above"
    }
    return error.message.hasPrefix("expected")
      ? "a macro for annotations follows the whole declarator: 'char name[32] ARCHIVE(cstring);'" : nil
  }

  private func unknown(_ name: String, editable: Bool, at place: SourceLocation?) -> String {
    let defining = names.header(defining: name, besides: Set([place?.file].compactMap(\.self)))?.path
    if let header = StandardNames.header(of: name) ?? (defining == nil ? StandardNames.olderHeader(of: name) : nil) {
      return editable
        ? "write '#include <\(header)>' above, or add --include \(header)" : "add --include \(header)"
    }
    if let defining {
      return editable
        ? "'\(defining)' defines it: include that above, or add --include \(defining)"
        : "'\(defining)' defines it: add --include \(defining)"
    }
    if name.looksLikeMacro {
      return "if it is a macro that a build sets, define it: -D \(name)= ; if a header defines it, add --include FILE"
    }
    return editable
      ? "include the header that defines it, or name that header with --include FILE"
      : "name the header that defines it with --include FILE"
  }
}

extension Diagnostic {
  /// Whether the note is a fix-it of libclang, in the form that `SourceFiles` gives it.
  fileprivate var isFixIt: Bool { message.hasPrefix("write '") && message.hasSuffix("' here") }
}

extension String {
  /// The texts in single quotation marks.
  var quoted: [String] {
    split(separator: "'", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
  }

  var firstQuoted: String? { quoted.first }

  /// Every `<sys/x.h>`, without its brackets.
  fileprivate var bracketed: [String] {
    split(separator: "<").dropFirst().compactMap { part in
      part.firstIndex(of: ">").map { String(part[..<$0]) }
    }.filter { $0.hasSuffix(".h") }
  }

  /// Whether the name is like `MY_API`, which types rarely are.
  fileprivate var looksLikeMacro: Bool {
    count > 2 && contains { $0.isLetter } && utf8.allSatisfy { !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      && !contains(" ")
  }
}
