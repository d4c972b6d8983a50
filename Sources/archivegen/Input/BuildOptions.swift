import ArchiveModel
import HeaderReader

/// The options with which headers were read, and which compilers that import their module need too.
struct BuildOptions {
  /// Options that no header can express, in clang's form: standards, machines, language features, search paths.
  let compiler: [String]
  /// Macros and headers: they are in the generated module header, or are options for clang too.
  private let preprocessor: [String]
  /// Folders of headers. They are in no generated file, because they may be this machine's.
  private let folders: [String]

  init(_ options: HeaderReader.Options) {
    compiler = ClangOptions.meaningful(options.arguments)
    preprocessor =
      options.defines.map { "-D\($0)" } + options.undefines.map { "-U\($0)" }
      + options.includedFirst.flatMap { ["-include", $0] }
    folders =
      options.includePaths.map { "-I\($0)" } + options.systemIncludePaths.flatMap { ["-isystem", $0] }
  }

  /// - Parameter hasModuleHeader: whether a generated module header has the macros and headers.
  func options(hasModuleHeader: Bool) -> [String] { (hasModuleHeader ? [] : preprocessor) + compiler + folders }

  /// - Returns: nil if a build needs no options.
  func note(module: String, hasModuleHeader: Bool) -> Diagnostic? {
    let options = options(hasModuleHeader: hasModuleHeader)
    guard !options.isEmpty else { return nil }
    return Diagnostic(
      .buildOptions,
      "code that imports '\(module)' must be compiled with the options that its headers were read with: \(Self.spelled(options))"
    )
  }

  /// The options for swiftc, quoted for a shell: `-Xcc -std=c99 -Xcc -pthread`.
  static func spelled(_ options: [String]) -> String {
    options.map { "-Xcc " + ShellWord.quoted($0) }.joined(separator: " ")
  }
}
