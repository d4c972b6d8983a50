public enum TypedefTarget: Sendable, Hashable {
  case record(Record.ID)
  case other
}
