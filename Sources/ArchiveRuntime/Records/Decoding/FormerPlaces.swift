import Foundation

/// Finds the columns of an archive under the current and former names of a field, also if its record was single and is
/// the first element of an array now: `item.x` for `item[].x`.
struct FormerPlaces {
  private let plan: RecordPlan
  private let archived: [ExactText: ColumnsDescription.Column]
  private var known: Set<ExactText>?

  /// The limit for nested arrays.
  private static let mostLevels = 6

  init(_ plan: RecordPlan, _ archived: [ExactText: ColumnsDescription.Column]) {
    self.plan = plan
    self.archived = archived
  }

  /// The column's name in the archive, and the arrays around the field that the archive does not have.
  mutating func place(of column: Column) -> (name: String, absent: [Int])? {
    if let name = column.name(in: archived) { return (name, []) }
    return place([column.name] + column.formerNames, levels: column.cell.outerRanks.count)
  }

  /// The same for a link that every record has.
  mutating func place(of link: LinkPlan) -> (name: String, absent: [Int])? {
    let names = [link.name] + link.formerNames
    if let name = names.first(where: { archived[ExactText($0)] != nil }) { return (name, []) }
    return link.outerRanks.flatMap { place(names, levels: $0.count) }
  }

  /// The same for a member of a union, by its names.
  mutating func place(of names: [String], in selection: UnionMember) -> (name: String, absent: [Int])? {
    if let name = names.first(where: { archived[ExactText($0)] != nil }) { return (name, []) }
    return place(names, levels: selection.ranks.count)
  }

  private mutating func place(_ names: [String], levels: Int) -> (name: String, absent: [Int])? {
    guard levels > 0, levels <= Self.mostLevels else { return nil }
    for name in names {
      let parts = name.components(separatedBy: "[].")
      // The key itself contains brackets.
      guard parts.count == levels + 1 else { continue }
      for mask in 1..<(1 << levels) {
        let absent = (0..<levels).filter { mask >> $0 & 1 == 1 }
        let single = name.single(at: absent)
        guard archived[ExactText(single)] != nil, !isKnown(single) else { continue }
        return (single, absent)
      }
    }
    return nil
  }

  /// Whether another field has the name.
  private mutating func isKnown(_ name: String) -> Bool {
    let names = known ?? plan.knownColumns
    known = names
    return names.contains(ExactText(name))
  }
}

extension String {
  /// The name of a column of which some arrays were single records, by their indices from the outermost: `a.x` of `a[].x`.
  func single(at absent: [Int]) -> String {
    let parts = components(separatedBy: "[].")
    return parts.dropFirst().enumerated().reduce(parts[0]) { name, part in
      name + (absent.contains(part.offset) ? "." : "[].") + part.element
    }
  }
}

extension UnionMember {
  /// The number of dimensions of each array of records around the member.
  var ranks: [Int] { levels.map(\.steps.count).filter { $0 > 0 } }
}

extension Column {
  /// The first of the column's names that the archive has.
  func name(in archived: [ExactText: ColumnsDescription.Column]) -> String? {
    if archived[ExactText(name)] != nil { return name }
    return formerNames.first { archived[ExactText($0)] != nil }
  }
}

extension LinkPlan {
  /// The number of dimensions of each array of records around the pointer; nil if not every record has the pointer.
  var outerRanks: [Int]? {
    guard let selection else { return [] }
    return selection.tests.isEmpty ? selection.ranks : nil
  }

  /// The dimensions of its column.
  var columnDimensions: [Int] { (selection?.unconditionedDimensions ?? []) + dimensions }
}
