import ArchiveModel
import CClang

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
