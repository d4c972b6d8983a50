/// A Clang module over the headers: a module map and the header that it names.
public struct GeneratedModule: Sendable, Hashable {
  public let name: String
  public let headerName: String
  /// Macros that the headers were read with, as `NAME` and the text of its replacement.
  public let defines: [Define]
  /// Names of macros that the headers were read without.
  public let undefines: [String]
  /// Further options that importing the module takes: "-Xcc -pthread".
  public let buildOptions: [String]
  /// What follows `#include`, quotation marks or angle brackets included.
  public let includes: [String]
  public let checks: Checks

  public struct Define: Sendable, Hashable {
    public let name: String
    /// The name with the macro's parameters, if it has any.
    public let pattern: String
    public let value: String

    public init(name: String, pattern: String, value: String) {
      self.name = name
      self.pattern = pattern
      self.value = value
    }
  }

  public init(
    name: String, headerName: String, defines: [Define], undefines: [String] = [], buildOptions: [String] = [],
    includes: [String], checks: Checks
  ) {
    self.checks = checks
    self.name = name
    self.headerName = headerName
    self.defines = defines
    self.undefines = undefines
    self.buildOptions = buildOptions
    self.includes = includes
  }
}
