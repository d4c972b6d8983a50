import ArchiveModel

/// The lines below a record about the order of its members.
public enum ReorganizationText {
  public static func text(_ result: Reorganization, of layout: InspectedLayout, _ style: LayoutStyle) -> String {
    switch result {
    case .better(let better, let saved, let note):
      let before = LayoutStatistics(layout, cacheLine: style.cacheLine)
      let after = LayoutStatistics(better, cacheLine: style.cacheLine)
      let lines = before.cacheLines - after.cacheLines
      return
        "/* saved \(style.number(saved)) byte\(saved == 1 ? "" : "s")\(lines > 0 ? " and \(lines.counted("cacheline"))" : ""): \(style.number(layout.size)) -> \(style.number(better.size)); archives stay as they are */\n"
        + (note.map { "/* note: \($0) */\n" } ?? "")
    case .best: return "/* no order of the members is smaller */\n"
    case .notPossible(let reason): return "/* cannot be reorganized: \(reason) */\n"
    }
  }
}

/// One line for each type: name, size, number of holes and archived name, with tabs between them.
public enum SizesText {
  public static func line(for layout: InspectedLayout) -> String {
    let gaps = LayoutGaps(of: layout)
    var archived = "-"
    if case .archived(let name) = layout.archive { archived = name }
    return
      "\(layout.shortName.printable)\t\(layout.size)\t\(gaps.holes.count + gaps.bitHoles.count)\t\(archived.printable)\n"
  }
}
