@_spi(GeneratedCode) import ArchiveRuntime

/// The losses of one call.
struct ArchiveLosses {
  private(set) var all: [ArchiveLoss] = []

  /// Adds a loss; of one that is there already only the number of values.
  mutating func add(_ loss: ArchiveLoss) {
    // As objects of one class lose the same keys.
    if let last = all.lastIndex(where: {
      $0.path == loss.path && $0.reason == loss.reason && $0.type == loss.type && $0.isRefused == loss.isRefused
    }) {
      all[last].count += loss.count
    } else {
      all.append(loss)
    }
  }

  mutating func add(_ others: ArchiveLosses) { for loss in others.all { add(loss) } }
}

/// The form of the archives of an earlier release.
struct ReleaseSaving: SubstituteForm {
  let release: ArchiveRelease
  var allowsLosses = false

  func name(ofType name: String, formerNames: [String]) -> String? {
    switch release.find(name, formerNames: formerNames) {
    case .unchanged: name
    case .changed(let type): type.name
    case .absent: nil
    }
  }

  func begin() -> any FormSubstitution { ReleaseWriter(self) }

  /// - Throws: `lossyRelease` for losses that are not allowed.
  func check(_ losses: ArchiveLosses) throws(ArchiveError) {
    guard !losses.all.isEmpty, !allowsLosses || losses.all.contains(where: \.isRefused) else { return }
    throw .lossyRelease(release.name, losses.all)
  }
}
