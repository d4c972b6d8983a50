import ArchiveModel

extension LockFile {
  /// Why two locks cannot be joined.
  public struct MergeProblem: Error, Hashable {
    public let message: String
    public let advice: String
  }

  /// Joins the releases of two branches: each has what its own lock says. What no release has is this lock's.
  ///
  /// Names that either lock retired and breaks that either accepts stay so. A release that only the other lock has comes behind the one that it
  /// follows there.
  public func merged(with other: LockFile) throws(MergeProblem) -> LockFile {
    for lock in [self, other] where lock.isIncomplete && !lock.releases.isEmpty {
      throw MergeProblem(
        message: "a lock of an early format lacks facts that the other may have",
        advice: "run 'archivegen lock' on each branch first, and commit it")
    }
    for release in releases where other.releases.contains(release) {
      guard schema(of: release).hasSameLines(as: other.schema(of: release)) else {
        throw MergeProblem(
          message: "both locks have a release '\(release)', and it is not the same",
          advice: "rename it in the lock of the branch that has not been published")
      }
    }
    var merged = LockFile()
    // The stricter one: both directions, where the branches have different ones.
    merged.mode = mode == other.mode ? mode : .full
    for release in order(with: other) {
      merged.update(to: (releases.contains(release) ? self : other).schema(of: release))
      _ = merged.release(release)
    }
    merged.update(to: schema(of: nil))
    for lock in [self, other] { merged.takeDecisions(of: lock) }
    return merged
  }

  private func order(with other: LockFile) -> [String] {
    var order = releases
    let promised = Set(other.promisedReleases)
    var previous: String?
    for release in other.releases {
      if !order.contains(release) {
        var place = previous.flatMap(order.firstIndex(of:)).map { $0 + 1 } ?? 0
        // All before a retired release are retired, too.
        if promised.contains(release), let retired = order.lastIndex(where: { retiredReleases[$0] != nil }) {
          place = max(place, retired + 1)
        }
        order.insert(release, at: place)
      }
      previous = release
    }
    return order
  }

  /// Takes what a lock says besides the schemas of its releases.
  private mutating func takeDecisions(of lock: LockFile) {
    retiredReleases.merge(lock.retiredReleases) { own, _ in own }
    accepted += lock.accepted.filter { !accepted.contains($0) }
    for history in lock.types {
      guard let index = typeIndex(history.name) else {
        // No release of the merged lock has the type, and what is current comes from the sources.
        var retired = TypeHistory(name: history.name)
        retired.headers = history.headers.filter { $0.span.retired != nil }
        retired.entries = history.entries.filter { $0.span.retired != nil }
        for index in retired.headers.indices { retired.headers[index].span.since = nil }
        for index in retired.entries.indices { retired.entries[index].span.since = nil }
        if !retired.headers.isEmpty || !retired.entries.isEmpty { types.append(retired) }
        continue
      }
      for header in history.headers {
        if header.span.isCurrent, let mode = header.mode {
          for place in types[index].headers.indices where types[index].headers[place].span.isCurrent {
            types[index].headers[place].mode = types[index].headers[place].mode ?? mode
          }
        }
        guard let reason = header.span.retired else { continue }
        if let place = types[index].headers.lastIndex(where: { $0.type == header.type }) {
          types[index].headers[place].span.retire(reason, after: releases.last)
        } else {
          types[index].headers.append(Header(type: header.type, span: Span(retired: reason)))
        }
      }
      for line in history.entries {
        guard let reason = line.span.retired else { continue }
        if let place = types[index].entries.lastIndex(where: { $0.entry == line.entry }) {
          types[index].entries[place].span.retire(reason, after: releases.last)
        } else {
          types[index].entries.append(Entry(entry: line.entry, span: Span(retired: reason)))
        }
      }
    }
    types.sort { $0.name < $1.name }
  }
}

extension LockFile.Span {
  fileprivate mutating func retire(_ reason: String, after release: String?) {
    retired = reason
    if since != nil, until == nil { until = release }
  }
}

extension ArchivedSchema {
  /// Whether both have the same types and keys, in any order. White space in defaults does not count, which an earlier format left out.
  fileprivate func hasSameLines(as other: ArchivedSchema) -> Bool {
    func lines(_ schema: ArchivedSchema) -> Set<String> {
      Set(
        schema.types.flatMap { type in
          [LockText.line(LockFile.Header(type: type))]
            + type.entries.map { entry in
              var entry = entry
              entry.isDefaultCollapsed = false
              entry.defaultValue = entry.defaultValue?.filter { !$0.isWhitespace }
              entry.constant = entry.constant?.filter { !$0.isWhitespace }
              return "\(type.name) \(LockText.line(LockFile.Entry(entry: entry), format: LockFile.format))"
            }
        })
    }
    return lines(self) == lines(other)
  }
}
