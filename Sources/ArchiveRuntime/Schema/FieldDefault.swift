/// The value that a field takes when an archive has no key for it.
enum FieldDefault: Sendable, Hashable {
  case integer(Int64)
  case unsigned(UInt64)
  case real(Double)
  case bool(Bool)
  case text(String)
}
