import ArchiveModel

/// Which Swift files there are.
public enum OutputCoverage: Sendable {
  /// One for each header or source that has types.
  case inputsWithTypes
  /// One for each that was given, so that the names are known before anything is read.
  case everyInput
  /// One for all headers, and one for all sources.
  case one
}
