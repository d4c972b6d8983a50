/// Which Swift files are written.
public enum OutputCoverage: Sendable {
  /// A file for each header or source that has types.
  case inputsWithTypes
  /// A file for each input, so that the names are known before anything is read.
  case everyInput
  /// A file for all headers, and one for all sources.
  case one
}
