@_spi(GeneratedCode) import ArchiveRuntime

/// Writes one archive as an earlier release has its values.
///
/// The engine finds `ObjectSubstitution` by a cast. Of a static library only objects that something refers to are linked, so such a
/// conformance stands in the file of its type or of its protocol.
final class ReleaseWriter: FormSubstitution, ObjectSubstitution {
  /// By what rules keys are written: those of the type whose parts are being written.
  struct Ruling {
    var rules: ReleaseRules?
    /// The prefix of the keys of a case's values, in the program and in the release.
    var prefix = ""
    var releasePrefix = ""
  }

  let saving: ReleaseSaving
  /// What the archive does not hold.
  var losses = ArchiveLosses()
  var ruling = Ruling()
  var knownRules: [ObjectIdentifier: ReleaseRules?] = [:]
  /// The objects behind references that are weak in the release, with whether something else archives them.
  var weakObjects: [(loss: ArchiveLoss, isKept: () -> Bool)] = []
  /// The former names of the types that have been written.
  var formerNames: [ExactText: [String]] = [:]

  init(_ saving: ReleaseSaving) { self.saving = saving }

  func root(of contents: any FormContents) throws(ArchiveError) -> SubstituteRoot? {
    guard let contents = contents as? any ReleasedContents, !contents.isUnchanged(in: saving.release) else {
      return nil
    }
    return try contents.root(in: saving.release)
  }

  func substitute(
    _ contents: any FormContents, forKey key: String, path: String,
    _ body: (Substitute) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    guard let known = contents as? any ReleasedContents, !known.isUnchanged(in: saving.release) else {
      return try body(Substitute(contents))
    }
    try known.rewrite(key, path: path, for: saving.release, &losses, body)
  }

  func finish() throws(ArchiveError) {
    var found = losses
    for object in weakObjects where !object.isKept() { found.add(object.loss) }
    (losses, weakObjects) = (ArchiveLosses(), [])
    try saving.check(found)
  }

  func forget() { (losses, ruling, knownRules, weakObjects) = (ArchiveLosses(), Ruling(), [:], []) }
}
