@_spi(GeneratedCode) import ArchiveRuntime

/// The name of a table of pointers that other pointers lead to: `node*`, `weak node*`, `utf8*`, `f32[3]*`. No lock lists them, because
/// they follow from what the pointers lead to.
struct ReleasedCell {
  private let lead: String
  /// What the pointers lead to: a record, numbers, text or other pointers.
  private let target: String
  /// The number of elements of the array that each leads to, in brackets.
  private let several: String

  /// - Returns: nil for the name of another table.
  init?(_ name: String) {
    guard name.last == "*", name.count > 1 else { return nil }
    var rest = name.dropLast()
    lead = rest.hasPrefix("weak ") ? "weak " : ""
    rest = rest.dropFirst(lead.count)
    guard rest.last == "]", let open = rest.lastIndex(of: "["), Int(rest[rest.index(after: open)...].dropLast()) != nil
    else {
      (target, several) = (String(rest), "")
      return
    }
    (target, several) = (String(rest[..<open]), String(rest[open...]))
  }

  /// The name of the table where the record that they lead to has another one.
  func name(leadingTo record: String) -> String { "\(lead)\(record)\(several)*" }

  /// The table as a type of a release.
  func type(in history: ReleaseHistory) -> ReleasedType {
    let encoding = StringEncoding(rawValue: target)
    let isNumber = history.types[ExactText(target)] == nil && ElementType(name: Substring(target)) != nil
    let form = encoding != nil ? "&#text" : (isNumber ? "&#" : "&") + target
    var entry = ReleaseEntry(key: "*", form: Substring(form), span: .always)
    entry.isWeak = !lead.isEmpty
    entry.encoding = encoding ?? .utf8
    // An array behind a pointer, or NULL.
    entry.count = several.isEmpty ? nil : "\(several.dropFirst().dropLast()) or null"
    return ReleasedType(name: name(leadingTo: target), version: nil, integer: nil, entries: [entry])
  }
}

extension ArchiveRelease {
  /// What a table of pointers was in the release; nil for another table.
  func find(cells plan: RecordPlan) -> Finding? {
    guard let cell = ReleasedCell(plan.name), history.types[ExactText(plan.name)] == nil else { return nil }
    guard let record = try? plan.links.first?.records?.plan else { return .unchanged(cell.type(in: history)) }
    switch find(record) {
    case .absent: return .absent
    case .unchanged: return .unchanged(cell.type(in: history))
    case .changed(let target):
      let name = cell.name(leadingTo: target.name)
      let type = ReleasedCell(name)?.type(in: history) ?? cell.type(in: history)
      return name.isExactly(plan.name) ? .unchanged(type) : .changed(type)
    }
  }
}
