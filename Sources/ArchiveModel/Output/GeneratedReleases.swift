/// The generated file by which a program saves archives for its earlier releases.
public struct GeneratedReleases: Sendable {
  public static let fileName = "ArchiveReleases.swift"

  /// The lock's file name.
  public let lock: String
  /// The headers' module; nil where there are only Swift types.
  public let module: String?
  public let access: GeneratedAccess
  /// Those of the table that the runtime reads.
  public let lines: [String]

  public init(lock: String, module: String?, access: GeneratedAccess, lines: [String]) {
    self.lock = lock
    self.module = module
    self.access = access
    self.lines = lines
  }
}
