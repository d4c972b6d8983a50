/// The type of one element behind a pointer, or of a flexible array.
public indirect enum PointerTarget: Sendable, Hashable {
  case record(Record.ID)
  case element(ElementType)
  case cell(PointerCell)

  /// The record behind all pointers.
  public var record: Record.ID? {
    switch self {
    case .record(let id): id
    case .element: nil
    case .cell(let cell): cell.pointer.record
    }
  }
}
