import ArchiveModel

extension ElementType {
  /// The runtime's element type: `.u16`, `.complex(.f64)`, `.x87(storage: 12)`.
  var spelling: String {
    switch shape {
    case .single: laneSpelling
    case .complex: ".complex(\(laneSpelling))"
    case .vector(let lanes): ".vector(\(laneSpelling), \(lanes), storage: \(size))"
    }
  }

  private var laneSpelling: String {
    guard let row = ElementTable.row(of: number) else { return "" }
    if case .bitInt(let bits, _) = number { return ".\(row.member)(\(bits), storage: \(laneSize))" }
    return laneSize == row.size ? "." + row.member : ".\(row.member)(storage: \(laneSize))"
  }
}
