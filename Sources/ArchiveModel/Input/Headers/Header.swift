/// One of the given headers.
public struct Header: Sendable, Hashable {
  /// The path as given, or as found in a given folder.
  public let path: String
  /// Every other file that was read because of this header, sorted, for build systems.
  public let includes: [String]
  /// Whether libclang reported no error in it. Nothing is generated from the records of an invalid header.
  public let isValid: Bool

  public init(path: String, includes: [String], isValid: Bool) {
    self.path = path
    self.includes = includes
    self.isValid = isValid
  }
}
