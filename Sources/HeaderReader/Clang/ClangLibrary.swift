import ArchiveModel
import CClang

/// A loaded libclang with the compiler's own headers that belong to it.
public final class ClangLibrary: Sendable {
  /// The path of the library.
  public let path: String
  /// The folder with this library's `include/stddef.h`; nil if none was found, and libclang uses its default.
  public let resourceFolder: String?
  /// The version as the library reports it: "Debian clang version 14.0.6".
  public let version: String

  // A table of function pointers that does not change after loading; C functions can be called from every thread.
  let functions: CClangFunctions

  private init(path: String, functions: CClangFunctions) {
    self.path = path
    self.functions = functions
    version = functions.string(functions.getClangVersion())
    resourceFolder = LibrarySearch.resourceFolder(library: path, version: version)
  }

  /// Loads a libclang. The candidates are, in this order: `path`, a file or a folder with the library; the variable
  /// `LIBCLANG_PATH`; the library of the Swift toolchain; the newest installed one.
  ///
  /// - Parameters:
  ///   - path: overrides the search.
  ///   - environment: the process's environment, for `PATH` and `LIBCLANG_PATH`.
  /// - Throws: ``ClangLibraryError`` if there is none, or if the named one cannot be used.
  public static func load(path: String? = nil, environment: [String: String]) throws(ClangLibraryError) -> ClangLibrary
  {
    if let named = path ?? environment["LIBCLANG_PATH"].flatMap({ $0.isEmpty ? nil : $0 }) {
      return try open(firstOf: LibrarySearch.libraries(named: named), otherwise: .nothing(at: named))
    }
    return try open(firstOf: LibrarySearch.installed(environment: environment), otherwise: .notInstalled)
  }

  /// Makes parsing cheaper for a process that reads headers once and ends. It has to be called first, because it
  /// changes how the process allocates memory.
  public static func prepareShortProcess() { cclang_prepare_short_process() }

  /// Every library that ``load(path:environment:)`` would try without an override, best first.
  public static func installed(environment: [String: String]) -> [String] {
    LibrarySearch.installed(environment: environment)
  }

  /// The first library that can be loaded; otherwise the reason why the first one cannot.
  private static func open(
    firstOf paths: [String], otherwise nothing: ClangLibraryError
  ) throws(ClangLibraryError) -> ClangLibrary {
    var failure: ClangLibraryError?
    for path in paths {
      do throws(ClangLibraryError) {
        return try open(path)
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? nothing
  }

  private static func open(_ path: String) throws(ClangLibraryError) -> ClangLibrary {
    var functions = CClangFunctions()
    var detail = [CChar](repeating: 0, count: 512)
    let result = cclang_load(path, &functions, &detail, detail.count)
    let text = String(decoding: detail.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    switch result {
    case CClangLoaded: return ClangLibrary(path: path, functions: functions)
    case CClangLacksFunction: throw .tooOld(path, lacks: text)
    default: throw .notLoadable(path, text)
    }
  }
}

/// The reason why no libclang could be loaded.
public enum ClangLibraryError: Error, Hashable {
  case notInstalled
  case nothing(at: String)
  case notLoadable(String, String)
  case tooOld(String, lacks: String)

  /// The message and the advice.
  public var diagnostic: Diagnostic {
    let install = "\(LibraryPackage.ofThisSystem.advice), or name one in LIBCLANG_PATH"
    return switch self {
    case .notInstalled: Diagnostic(.libclangUnavailable, "libclang was not found", advice: install)
    case .nothing(let path):
      Diagnostic(
        .libclangUnavailable, "there is no libclang at '\(path)'",
        advice: "LIBCLANG_PATH names a library such as /usr/lib/llvm-14/lib/libclang.so.1, or the folder that holds one"
      )
    case .notLoadable(let path, let reason):
      Diagnostic(.libclangUnavailable, "'\(path)' cannot be loaded: \(reason)", advice: install)
    case .tooOld(let path, let function):
      Diagnostic(
        .libclangUnavailable, "'\(path)' has no '\(function)': archivegen needs libclang 14 or later",
        advice: install)
    }
  }
}

extension ClangLibraryError: CustomStringConvertible {
  public var description: String { [diagnostic.message, diagnostic.advice].compactMap { $0 }.joined(separator: "; ") }
}
