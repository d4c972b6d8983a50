import ArchiveModel

extension LockFile {
  public struct RetirementProblem: Error {
    public let message: String
    public let advice: String
  }

  /// Marks a key, an enumerator or a type as retired: its archived values are no longer needed, and its name is not
  /// used again.
  ///
  /// - Parameters:
  ///   - name: `Item.price`, or a type's archived name.
  ///   - schema: the current schema, which must not contain it.
  public mutating func retire(_ name: String, reason: String, schema: ArchivedSchema) throws(RetirementProblem) {
    if let index = typeIndex(name) {
      if schema[name] != nil {
        throw RetirementProblem(message: "'\(name)' is still archived", advice: "remove the type, or skip it, first")
      }
      guard let line = types[index].headers.indices.last else { return }
      types[index].headers[line].span.retired = reason
      close(&types[index].headers[line].span)
      return
    }
    // A type's name may contain dots; the longest match is used.
    let dots = name.indices.filter { name[$0] == "." }
    for dot in dots.reversed() {
      guard let index = typeIndex(String(name[..<dot])) else { continue }
      let key = String(name[name.index(after: dot)...])
      // The keys of a member, the fields of an array and the values of a case are retired with it.
      func isMeant(_ other: String) -> Bool {
        other == key || other.hasPrefix(key + ".") || other.hasPrefix(key + "[].")
      }
      let lines = types[index].entries.indices.filter { isMeant(types[index].entries[$0].entry.key) }
      if lines.isEmpty { continue }
      if schema[types[index].name]?.entries.contains(where: { isMeant($0.key) }) == true {
        throw RetirementProblem(message: "'\(name)' is still archived", advice: "remove the field, or skip it, first")
      }
      // If a key had several forms, the last one is kept.
      for line in lines
      where !types[index].entries[(line + 1)...].contains(where: {
        $0.entry.key == types[index].entries[line].entry.key
      }) {
        types[index].entries[line].span.retired = reason
        close(&types[index].entries[line].span)
      }
      return
    }
    let all = types.flatMap { type in [type.name] + type.entries.map { "\(type.name).\($0.entry.key)" } }
    throw RetirementProblem(
      message: "the lock has no '\(name)'",
      advice: didYouMean(name, among: all)
        ?? "write Type.key, as the lock has them")
  }

  private func close(_ span: inout Span) {
    if span.since != nil, span.until == nil { span.until = releases.last }
  }
}
