import Foundation

/// Finds columns of an archive under the names that a field has and had, and where its record was one and is an array's
/// first element now: `item.x` for `item[].x`.
struct FormerPlaces {
  private let plan: RecordPlan
  private let archived: [ExactText: ColumnsDescription.Column]
  private var known: Set<ExactText>?

  /// Of arrays in arrays.
  private static let mostLevels = 6

  init(_ plan: RecordPlan, _ archived: [ExactText: ColumnsDescription.Column]) {
    self.plan = plan
    self.archived = archived
  }

  /// The column's name in the archive, and which of the arrays around the field the archive has not.
  mutating func place(of column: Column) -> (name: String, absent: [Int])? {
    if let name = column.name(in: archived) { return (name, []) }
    return place([column.name] + column.formerNames, levels: column.cell.outerRanks.count)
  }

  /// The same of a link, if it is in every record.
  mutating func place(of link: LinkPlan) -> (name: String, absent: [Int])? {
    let names = [link.name] + link.formerNames
    if let name = names.first(where: { archived[ExactText($0)] != nil }) { return (name, []) }
    return link.outerRanks.flatMap { place(names, levels: $0.count) }
  }

  private mutating func place(_ names: [String], levels: Int) -> (name: String, absent: [Int])? {
    guard levels > 0, levels <= Self.mostLevels else { return nil }
    for name in names {
      let parts = name.components(separatedBy: "[].")
      // A key that has brackets itself.
      guard parts.count == levels + 1 else { continue }
      for mask in 1..<(1 << levels) {
        var single = parts[0]
        for level in 0..<levels { single += (mask >> level & 1 == 1 ? "." : "[].") + parts[level + 1] }
        guard archived[ExactText(single)] != nil, !isKnown(single) else { continue }
        return (single, (0..<levels).filter { mask >> $0 & 1 == 1 })
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

extension Column {
  /// The one of the column's names that an archive has.
  func name(in archived: [ExactText: ColumnsDescription.Column]) -> String? {
    if archived[ExactText(name)] != nil { return name }
    return formerNames.first { archived[ExactText($0)] != nil }
  }
}

extension LinkPlan {
  /// For each array of records around the pointer how many dimensions it has; nil for one that is not in every record.
  var outerRanks: [Int]? {
    guard let selection else { return [] }
    return selection.tests.isEmpty ? selection.levels.map(\.steps.count).filter { $0 > 0 } : nil
  }

  /// Those of its column.
  var columnDimensions: [Int] { (selection?.unconditionedDimensions ?? []) + dimensions }
}
