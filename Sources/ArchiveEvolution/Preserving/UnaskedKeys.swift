@_spi(GeneratedCode) import ArchiveRuntime

/// Keys of a dictionary that a value's own `Codable` coding has not asked for. Many types write what they do not read, such as the number of
/// a format; what they do not write is lost when the value is saved.
struct UnaskedKeys: Sendable {
  struct Step: Sendable {
    let key: String
    let index: Int?
  }

  let keys: [String]
  /// From the archive's root object, or from its top where it has several values.
  let path: [Step]

  /// The key paths that the program does not write.
  ///
  /// - Parameter baseline: What it writes of what it has read; nil if that is not known.
  func lost(in baseline: Baseline?) -> [String] {
    let written = Set((baseline.flatMap { try? keys(in: $0.side) } ?? []).map(ExactText.init))
    let prefix = path.reduce(into: "") { text, step in
      text += step.index.map { "[\($0)]" } ?? (text.isEmpty ? step.key : ".\(step.key)")
    }
    return keys.filter { !written.contains(ExactText($0)) }.map { prefix.isEmpty ? $0 : "\(prefix).\($0)" }
  }

  /// The keys of the dictionary at this place in another archive; nil if there is none.
  private func keys(in side: MergeSide) throws(ArchiveError) -> [String]? {
    var number = 0
    // The keys of a struct in place begin with those that lead to it.
    var prefix = ""
    if let root = try ArchiveMerge.root(of: side) { number = root }
    for step in path {
      guard let object = number == 0 ? try MergedObject(side, side.top) : try side.object(number) else { return nil }
      if let next = try element(step, of: object) {
        number = next
      } else if case .uid(let next)? = try object.node(mangled: KeyedArchiveFormat.mangled(prefix + step.key)) {
        (number, prefix) = (next, "")
      } else if step.index == nil {
        prefix += step.key + "."
      } else {
        return nil
      }
    }
    guard prefix.isEmpty, let object = try side.object(number) else { return nil }
    return try Self.entryKeys(of: object)
  }

  /// The object of an element or of an entry, if the object is a collection.
  private func element(_ step: Step, of object: MergedObject) throws(ArchiveError) -> Int? {
    guard case .array(let list)? = try object.node(mangled: CollectionKey.objects) else { return nil }
    let numbers = try object.side.numbers(list)
    if let keys = try Self.entryKeys(of: object) {
      return keys.firstIndex { $0.isExactly(step.key) }.flatMap { $0 < numbers.count ? numbers[$0] : nil }
    }
    return step.index.flatMap { numbers.indices.contains($0) ? numbers[$0] : nil }
  }

  /// The texts of a dictionary's keys; nil for what is none.
  private static func entryKeys(of object: MergedObject) throws(ArchiveError) -> [String]? {
    guard case .array(let list)? = try object.node(mangled: CollectionKey.keys) else { return nil }
    var keys: [String] = []
    for number in try object.side.numbers(list) {
      switch try object.side.view.node(try object.side.index(of: number)) {
      case .string(let text): keys.append(try object.side.view.string(text))
      case .integer(let integer): keys.append("\(integer)")
      default: keys.append("")
      }
    }
    return keys
  }
}
