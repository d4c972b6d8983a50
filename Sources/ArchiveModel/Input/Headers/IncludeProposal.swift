/// Headers to include before all others, with which more of the given headers can be read. It was tried.
public struct IncludeProposal: Sendable, Equatable {
  /// The values of `--include`, in order.
  public let includes: [String]
  /// The paths of the given headers that still cannot be read.
  public let unreadable: [String]

  public init(includes: [String], unreadable: [String]) {
    self.includes = includes
    self.unreadable = unreadable
  }
}
