import CClang

/// What becomes of the bodies of inline functions.
enum FunctionBodies { case skipped, parsed }

/// One parsed translation unit. It owns everything that cursors, types and files of it point into; each of these
/// keeps it alive.
final class TranslationUnit {
  let clang: CClangFunctions
  private let index: CXIndex
  private let raw: CXTranslationUnit
  /// libclang looks for a file among all that it entered and all macros that it replaced.
  private var contents: [CXFile: UnsafeRawBufferPointer] = [:]

  /// Parses `text` as a C file named `name` that need not exist.
  ///
  /// - Parameters:
  ///   - bodies: whether function bodies are parsed or skipped. They declare nothing that can be archived, and SDL.h
  ///     parses in 60 ms instead of 100 without them; but an error in one is seen only if it is parsed.
  ///   - goesOn: whether errors behind a fatal one, such as an `#include` of a file that is not found, are reported
  ///     too. Most of them follow from it; among many headers some do not.
  /// - Returns: nil when libclang makes nothing of the arguments at all.
  init?(library: ClangLibrary, name: String, text: String, arguments: [String], bodies: FunctionBodies, goesOn: Bool) {
    clang = library.functions
    guard let index = clang.createIndex(0, 0) else { return nil }
    let options =
      (bodies == .skipped ? CXTranslationUnit_SkipFunctionBodies.rawValue : 0)
      | (goesOn ? CXTranslationUnit_KeepGoing.rawValue : 0)
    var unit: CXTranslationUnit?
    let functions = clang
    let code = withCStrings(arguments) { arguments in
      name.withCString { name in
        var text = text
        return text.withUTF8 { text in
          text.withMemoryRebound(to: CChar.self) { text in
            var file = CXUnsavedFile(Filename: name, Contents: text.baseAddress, Length: UInt(text.count))
            return functions.parseTranslationUnit2(
              index, name, arguments.baseAddress, Int32(arguments.count), &file, 1, options, &unit)
          }
        }
      }
    }
    guard code == CXError_Success, let unit else {
      clang.disposeIndex(index)
      return nil
    }
    self.index = index
    raw = unit
  }

  deinit {
    clang.disposeTranslationUnit(raw)
    clang.disposeIndex(index)
  }

  /// The cursor whose children are the top-level declarations.
  var root: Cursor { Cursor(raw: clang.getTranslationUnitCursor(raw), unit: self) }

  /// The target's normalised triple and the width of its pointers in bits.
  var target: (triple: String, pointerWidth: Int) {
    guard let info = clang.getTranslationUnitTargetInfo(raw) else { return ("", 0) }
    defer { clang.TargetInfo_dispose(info) }
    return (string(clang.TargetInfo_getTriple(info)), Int(clang.TargetInfo_getPointerWidth(info)))
  }

  /// Visits every time a file was entered: the file, and where the `#include` directives stand that led there,
  /// innermost first. The main file has none.
  func forEachInclusion(_ body: (ClangFile, [ClangLocation]) -> Void) {
    withoutActuallyEscaping(body) { body in
      var visitor = InclusionVisitor(unit: self, body: body)
      withUnsafeMutablePointer(to: &visitor) { pointer in
        clang.getInclusions(
          raw,
          { file, stack, depth, data in
            guard let file, let data else { return }
            let visitor = data.assumingMemoryBound(to: InclusionVisitor.self).pointee
            let locations = UnsafeBufferPointer(start: stack, count: Int(depth))
            visitor.body(
              ClangFile(raw: file, unit: visitor.unit), locations.map { ClangLocation(raw: $0, unit: visitor.unit) })
          }, pointer)
      }
    }
  }

  private struct InclusionVisitor {
    let unit: TranslationUnit
    let body: (ClangFile, [ClangLocation]) -> Void
  }

  /// The file of that path, if it was read.
  func file(at path: String) -> ClangFile? {
    clang.getFile(raw, path).map { ClangFile(raw: $0, unit: self) }
  }

  /// Calls `body` with the file's bytes as libclang read them; they live as long as the unit.
  func withContents<Result>(of file: ClangFile, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if let known = contents[file.raw] { return body(known) }
    var size = 0
    let start = clang.getFileContents(raw, file.raw, &size)
    let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : size)
    contents[file.raw] = bytes
    return body(bytes)
  }

  /// Whether the file was found through a system include path.
  func isSystemHeader(_ file: ClangFile) -> Bool {
    ClangLocation(raw: clang.getLocationForOffset(raw, file.raw, 0), unit: self).isInSystemHeader
  }

  /// What libclang has to say about the source, with the notes of each.
  var diagnostics: [ClangDiagnostic] {
    (0..<clang.getNumDiagnostics(raw)).compactMap { number in
      guard let diagnostic = clang.getDiagnostic(raw, number) else { return nil }
      defer { clang.disposeDiagnostic(diagnostic) }
      return ClangDiagnostic(diagnostic, unit: self)
    }
  }

  var hasErrors: Bool {
    (0..<clang.getNumDiagnostics(raw)).contains { number in
      guard let diagnostic = clang.getDiagnostic(raw, number) else { return false }
      defer { clang.disposeDiagnostic(diagnostic) }
      return clang.getDiagnosticSeverity(diagnostic).rawValue >= CXDiagnostic_Error.rawValue
    }
  }

  /// Takes the text of a string that libclang hands over, and releases it.
  func string(_ raw: CXString) -> String { clang.string(raw) }
}

extension CClangFunctions {
  func string(_ raw: CXString) -> String {
    defer { disposeString(raw) }
    return getCString(raw).map { String(cString: $0) } ?? ""
  }
}

/// A diagnostic of libclang's with its notes and fix-its, copied out.
struct ClangDiagnostic {
  enum Severity: Int { case ignored, note, warning, error, fatal }

  let severity: Severity
  let message: String
  /// The option that turns a warning on, such as "-Wunknown-attributes"; empty for an error of the language.
  let option: String
  let location: ClangLocation
  let notes: [ClangDiagnostic]
  /// Texts that libclang would put in, each in the place of what stands between two locations.
  let fixIts: [(location: ClangLocation, end: ClangLocation, text: String)]

  fileprivate init(_ raw: CXDiagnostic, unit: TranslationUnit) {
    let clang = unit.clang
    severity = Severity(rawValue: Int(clang.getDiagnosticSeverity(raw).rawValue)) ?? .fatal
    message = unit.string(clang.getDiagnosticSpelling(raw))
    option = unit.string(clang.getDiagnosticOption(raw, nil))
    location = ClangLocation(raw: clang.getDiagnosticLocation(raw), unit: unit)
    let children = clang.getChildDiagnostics(raw)
    notes = (0..<clang.getNumDiagnosticsInSet(children)).compactMap { number in
      guard let note = clang.getDiagnosticInSet(children, number) else { return nil }
      defer { clang.disposeDiagnostic(note) }
      return ClangDiagnostic(note, unit: unit)
    }
    fixIts = (0..<clang.getDiagnosticNumFixIts(raw)).map { number in
      var range = CXSourceRange()
      let text = unit.string(clang.getDiagnosticFixIt(raw, number, &range))
      return (
        ClangLocation(raw: clang.getRangeStart(range), unit: unit),
        ClangLocation(raw: clang.getRangeEnd(range), unit: unit), text
      )
    }
  }
}

/// Calls `body` with C strings that live as long as the call.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  var bytes: [CChar] = []
  var starts: [Int] = []
  for string in strings {
    starts.append(bytes.count)
    bytes.append(contentsOf: string.utf8.map { CChar(bitPattern: $0) })
    bytes.append(0)
  }
  return bytes.withUnsafeBufferPointer { bytes in
    starts.map { start in bytes.baseAddress.map { $0 + start } }.withUnsafeBufferPointer(body)
  }
}
