extension LockFile {
  /// The releases whose archives have to be readable: those behind the last one that is retired.
  public var promisedReleases: [String] { Array(releases[firstPromised...]) }

  /// The releases whose archives no longer have to be readable: those that are retired, and all before them.
  public var unpromisedReleases: [String] { Array(releases[..<firstPromised]) }

  private var firstPromised: Int { releases.lastIndex { retiredReleases[$0] != nil }.map { $0 + 1 } ?? 0 }

  /// Ends the promise that archives of a release, and of those before it, can be read.
  public mutating func retire(release name: String, reason: String) throws(RetirementProblem) {
    guard releases.contains(name) else {
      throw RetirementProblem(
        message: "the lock has no release '\(name)'",
        advice: releases.isEmpty ? "it has no release at all" : "its releases are \(releases.joined(separator: ", "))")
    }
    retiredReleases[name] = reason
  }
}
