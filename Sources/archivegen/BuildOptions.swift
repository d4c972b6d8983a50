import ArchiveModel
import HeaderReader

/// What headers were read with, and whoever imports their module needs as well.
struct BuildOptions {
  /// Options that no header can express, as clang takes them: standards, machines, language features, search paths.
  let compiler: [String]
  /// Macros and headers: in the module header that is written, or options of clang's as well.
  private let preprocessor: [String]

  init(_ options: HeaderReader.Options) {
    compiler = ClangOptions.meaningful(options.arguments)
    preprocessor =
      options.defines.map { "-D\($0)" } + options.undefines.map { "-U\($0)" }
      + options.includedFirst.flatMap { ["-include", $0] }
  }

  /// - Parameter hasModuleHeader: whether macros and headers are in a module header that is written.
  func options(hasModuleHeader: Bool) -> [String] { (hasModuleHeader ? [] : preprocessor) + compiler }

  /// - Returns: nil where a build needs nothing but what is written.
  func note(module: String, hasModuleHeader: Bool) -> Diagnostic? {
    let options = options(hasModuleHeader: hasModuleHeader)
    guard !options.isEmpty else { return nil }
    return Diagnostic(
      .buildOptions,
      "code that imports '\(module)' must be compiled with the options that its headers were read with: \(Self.spelled(options))")
  }

  /// `-Xcc -std=c99 -Xcc -pthread`, in a shell's words.
  static func spelled(_ options: [String]) -> String {
    options.map { "-Xcc " + quoted($0) }.joined(separator: " ")
  }

  private static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "_-=+./:,@%".utf8.contains(byte)
    }
    return plain && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
