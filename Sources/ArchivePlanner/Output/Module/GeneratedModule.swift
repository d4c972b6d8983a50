/// A Clang module for the headers: a module map and the header that it names.
public struct GeneratedModule: Sendable, Hashable {
  public let name: String
  public let headerName: String
  /// The macros with which the headers were read: `NAME` and the replacement text.
  public let defines: [Define]
  /// The macros that were undefined when the headers were read.
  public let undefines: [String]
  /// Further options that are needed to import the module: "-Xcc -pthread".
  public let buildOptions: [String]
  /// The text after `#include`, including quotation marks or angle brackets.
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
