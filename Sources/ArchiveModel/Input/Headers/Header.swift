/// One of the headers that were given.
public struct Header: Sendable, Hashable {
  /// The path as it was given (or found in a given folder).
  public let path: String
  /// Every other file that was read because of this header, sorted; for build systems.
  public let includes: [String]
  /// False when libclang reported an error in it: nothing is generated from its records.
  public let isValid: Bool

  public init(path: String, includes: [String], isValid: Bool) {
    self.path = path
    self.includes = includes
    self.isValid = isValid
  }
}
