@_spi(GeneratedCode) import ArchiveRuntime

extension GraphContents {
  func isUnchanged(in release: ArchiveRelease) -> Bool {
    plan.tables.compactMap(\.plan).allSatisfy { record in
      if case .unchanged = release.find(record) { true } else { false }
    }
  }

  func root(in release: ArchiveRelease) throws(ArchiveError) -> SubstituteRoot {
    let name = plan.tables[0].plan.flatMap { release.type(of: $0)?.name } ?? plan.tables[0].name
    return SubstituteRoot(name: name + "*", keys: nil)
  }

  func rewrite(
    _ key: String, path: String, for release: ArchiveRelease, _ losses: inout ArchiveLosses,
    _ body: (Substitute) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    guard let root = plan.tables[0].plan else { return }
    guard let type = release.type(of: root) else { return losses.add(newerType: root, path: path) }
    guard let schema = release.history.schema(named: type.name, in: release) else {
      throw .invalidSchema(type: type.name, reason: "the table of releases has no such record")
    }
    let releasePlan = try schema.graphPlan
    var rewriting = try GraphRewriting(plan, release)
    let written = ReleaseFields()
    try write(into: ReleaseSink(written))
    let rewritten = try rewriting.rewrite(written)
    losses.add(rewriting.losses)
    let counts = rewritten.rowCounts
    let graph: ArchiveGraph<ReleasedNode>
    do throws(ArchiveError) {
      graph = try releasePlan.read(of: ReleasedNode.self, from: ReleaseSource(rewritten))
    } catch {
      return try losses.add(refusal: error, of: root.name, path: key.isEmpty ? path : path + ".")
    }
    let released = GraphContents(graph.roots.map { UnsafeRawPointer($0) }, releasePlan)
    if rewriting.hasWeakerLinks {
      let kept = ReleaseFields()
      try released.write(into: ReleaseSink(kept))
      let rest = kept.rowCounts
      // Numbers may be of another type in the release, and then are in another table.
      func numbers(_ counts: [String: Int]) -> Int {
        counts.reduce(0) { $0 + (Self.hasNumbers($1.key) ? $1.value : 0) }
      }
      var lostNumbers = numbers(counts) - numbers(rest)
      for (table, count) in counts.sorted(by: { $0.key < $1.key }) where count > rest[table, default: 0] {
        var lost = count - rest[table, default: 0]
        if Self.hasNumbers(table) {
          lost = min(lost, lostNumbers)
          lostNumbers -= lost
        }
        if lost > 0 { losses.add(ArchiveLoss(.weakLink, path: table, type: table, count: lost)) }
      }
    }
    let keys = GraphKeys(key: key)
    let versions = releasePlan.tables.flatMap { table in
      rewriting.plans.compactMap(\.self).first { $0.name.isExactly(table.name) }?
        .versions(behind: "\(keys.table(table.name))[].") ?? []
    }
    try body(Substitute(released, versions: versions))
    withExtendedLifetime(graph) {}
  }
}

extension GraphContents {
  private static func hasNumbers(_ table: String) -> Bool {
    table.hasPrefix("#") && ElementType(name: table.dropFirst()) != nil
  }
}

/// Stands for the release's records, whose memory nobody else sees.
private enum ReleasedNode: ArchivableNode {
  static let archiveSchema = unsafe RecordSchema("", size: 16, alignment: 16, fields: [])
}

extension ArchiveRelease {
  /// What the type was in the release; nil if it had none, or if the release's table does not say.
  fileprivate func type(of plan: RecordPlan) -> ReleasedType? {
    switch find(plan) {
    case .changed(let type): type
    case .unchanged(let type): type
    case .absent: nil
    }
  }
}

/// The tables of a graph on their way from the program's form to a release's.
private struct GraphRewriting {
  private let plan: GraphPlan
  private let release: ArchiveRelease
  /// How the records of each table are saved; nil for numbers and texts, and for types that the release does not know.
  let plans: [ReleasePlan?]
  private(set) var losses = ArchiveLosses()

  init(_ plan: GraphPlan, _ release: ArchiveRelease) throws(ArchiveError) {
    self.plan = plan
    self.release = release
    var plans: [ReleasePlan?] = []
    for table in plan.tables {
      guard let record = table.plan, let type = release.type(of: record) else {
        plans.append(nil)
        continue
      }
      plans.append(try release.history.plan(for: record, type, in: release))
    }
    self.plans = plans
  }

  mutating func rewrite(_ written: ReleaseFields) throws(ArchiveError) -> ReleaseFields {
    let rewritten = ReleaseFields()
    let keys = GraphKeys(key: "")
    guard let text = written.text(keys.description), var description = GraphDescription(text) else {
      throw .missingKey(path: keys.description)
    }
    for index in plan.tables.indices {
      let name = plan.tables[index].name
      let newName = plans[index]?.name ?? name
      if let record = plans[index] {
        try ReleaseColumns.rewrite(name, of: written, for: record, to: rewritten, as: newName, &losses) {
          "\(name)[\($0.map(String.init) ?? "")]."
        }
      }
      if case .numbers(let type) = plan.tables[index].kind { checkNumbers(index, type, written) }
      for column in [
        GraphKeys.blocks, GraphKeys.parts, GraphKeys.numbers, GraphKeys.text, GraphKeys.lengths, GraphKeys.bytes,
      ] {
        written.move(keys.column(name, column), to: rewritten, as: keys.column(newName, column))
      }
      description.tables[index].name = newName
      for site in description.tables[index].sites.indices {
        let place = description.tables[index].sites[site]
        description.tables[index].sites[site].path =
          plans[place.table]?.path(place.path, in: plan.tables[place.table]) ?? place.path
      }
    }
    written.move(keys.roots, to: rewritten, as: keys.roots)
    rewritten.set(keys.description, description.text)
    return rewritten
  }

  /// Whether a pointer that keeps what it leads to is weak in the release: what nothing else leads to is not saved then.
  var hasWeakerLinks: Bool {
    for (index, table) in plan.tables.enumerated() {
      guard let record = table.plan, let released = plans[index], let type = release.type(of: record) else { continue }
      for (link, name) in zip(table.links, released.links) where !link.isWeak {
        if let name, type[name]?.isWeak == true { return true }
      }
    }
    return false
  }

  /// Finds the numbers behind pointers that do not fit the release's type, and replaces them by zeros.
  private mutating func checkNumbers(_ table: Int, _ type: ElementType, _ fields: ReleaseFields) {
    let key = GraphKeys(key: "").column(plan.tables[table].name, GraphKeys.numbers)
    let own = ArchivedArray(.number(type.archived), [])
    guard let data = fields.data(key), let start = data.baseAddress, let size = own.byteCount, size > 0 else { return }
    for other in releaseTypes(of: table) where other.archived != type.archived {
      let target = ArchivedArray(.number(other.archived), [])
      guard let forward = try? ArrayConversion(from: own, to: target, key),
        let back = try? ArrayConversion(from: target, to: own, key)
      else { continue }
      var (converted, returned) = ([UInt8](repeating: 0, count: 64), [UInt8](repeating: 0, count: 64))
      guard other.archivedSize <= 64, size <= 64 else { continue }
      for place in 0..<data.count / size {
        let source = UnsafeRawPointer(start + place * size)
        for index in converted.indices { (converted[index], returned[index]) = (0, 0) }
        var reason: (ArchiveLoss.Reason, String?)?
        converted.withUnsafeMutableBytes { converted in
          returned.withUnsafeMutableBytes { returned in
            guard let there = converted.baseAddress, let again = returned.baseAddress else { return }
            do throws(ArchiveError) {
              try forward.convert(source, to: there) { "" }
              try back.convert(UnsafeRawPointer(there), to: again) { "" }
              if !returned.prefix(size).elementsEqual(UnsafeRawBufferPointer(start: source, count: size)) {
                reason = (.isRounded, nil)
              }
            } catch {
              reason = (.doesNotFit, error.details.value)
            }
          }
        }
        guard let (reason, value) = reason else { continue }
        losses.add(ArchiveLoss(reason, path: key, type: plan.tables[table].name, value: value))
        if reason == .doesNotFit { (start + place * size).initializeMemory(as: UInt8.self, repeating: 0, count: size) }
      }
    }
  }

  /// The types that the release's pointers to the numbers of this table have.
  private func releaseTypes(of table: Int) -> Set<ElementType> {
    var types: Set<ElementType> = []
    for (index, owner) in plan.tables.enumerated() {
      guard let record = owner.plan, let released = plans[index], let type = release.type(of: record) else { continue }
      for (link, name) in zip(owner.links, released.links) where link.table == table {
        guard let name, case .link(let target)? = type[name]?.base, let number = ElementType(name: target.dropFirst())
        else { continue }
        types.insert(number)
      }
    }
    return types
  }
}

extension ReleaseFields {
  /// The number of rows of each table of a graph.
  fileprivate var rowCounts: [String: Int] {
    let description = text(GraphKeys(key: "").description).flatMap(GraphDescription.init)
    return Dictionary(description?.tables.map { ($0.name, $0.rows) } ?? [], uniquingKeysWith: +)
  }
}

extension ReleasePlan {
  /// The release's key path of a place inside a record that pointers may lead to.
  fileprivate func path(_ path: String, in table: GraphPlan.Table) -> String? {
    guard let current = table.plan else { return nil }
    let own = current.columns.allFields
    guard let place = own.firstIndex(where: { $0.name.isExactly(path) }) else { return nil }
    switch columns[place].fate {
    case .same(let name), .converted(let name, _): return name
    case .unknown, .otherType: return nil
    }
  }
}
