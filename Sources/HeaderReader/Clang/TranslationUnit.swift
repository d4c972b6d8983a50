import CClang

/// One parsed translation unit. It owns the memory of its cursors, types and files, each of which keeps it alive.
final class TranslationUnit {
  let clang: CClangFunctions
  private let index: CXIndex
  private let raw: CXTranslationUnit
  /// A cache, because libclang searches all entered files and all expanded macros for a file.
  private var contents: [CXFile: UnsafeRawBufferPointer] = [:]

  /// Parses `text` as a C file named `name`, which need not exist.
  ///
  /// - Parameters:
  ///   - bodies: whether function bodies are parsed. They declare nothing that can be archived, and without them SDL.h
  ///     parses in 60 ms instead of 100; but only parsing shows the errors in them.
  ///   - goesOn: whether errors after a fatal one, such as an `#include` of a missing file, are reported too. Most of
  ///     them follow from it, but with many headers some do not.
  /// - Returns: nil if libclang cannot use the arguments.
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
            var files = [CXUnsavedFile(Filename: name, Contents: text.baseAddress, Length: UInt(text.count))]
            return OwnHeader.withFile { header in
              files.append(header)
              return functions.parseTranslationUnit2(
                index, name, arguments.baseAddress, Int32(arguments.count), &files, 2, options, &unit)
            }
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

  /// Visits each entering of a file: the file, and the locations of the `#include` directives that led to it, innermost
  /// first. The main file has none.
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

  /// The file at the path, if it was read.
  func file(at path: String) -> ClangFile? {
    clang.getFile(raw, path).map { ClangFile(raw: $0, unit: self) }
  }

  /// Calls `body` with the file's bytes as libclang read them. They are valid as long as the unit exists.
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

  /// libclang's diagnostics, each with its notes.
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

  /// Copies the text of a string that libclang returned, and releases the string.
  func string(_ raw: CXString) -> String { clang.string(raw) }
}

extension CClangFunctions {
  func string(_ raw: CXString) -> String {
    defer { disposeString(raw) }
    return getCString(raw).map { String(cString: $0) } ?? ""
  }
}

extension OwnHeader {
  fileprivate static func withFile<Result>(_ body: (CXUnsavedFile) -> Result) -> Result {
    path.withCString { path in
      text.withCString { body(CXUnsavedFile(Filename: path, Contents: $0, Length: UInt(text.utf8.count))) }
    }
  }
}

/// Calls `body` with C strings that are valid during the call.
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

/// Whether the bodies of functions are parsed.
enum FunctionBodies { case skipped, parsed }
