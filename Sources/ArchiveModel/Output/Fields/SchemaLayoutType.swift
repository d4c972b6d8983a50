/// A member's type, as far as Swift shows it at run time.
public indirect enum SchemaLayoutType: Sendable, Hashable {
  case truth
  case integer(bits: Int, isSigned: Bool)
  /// `size_t`, or a type derived from it.
  case size(bits: Int)
  /// A separate type around an integer: an enumeration, or a typedef that Swift imports as a struct.
  case wrapped(bits: Int, isSigned: Bool)
  case floating(bits: Int)
  case bitField(width: Int, isSigned: Bool)
  case array(count: Int, SchemaLayoutType)
  case pointer(SchemaLayoutType)
  /// A record by the name that Swift prints, if that is known.
  case record(String?)
  case void
  case unknown
}
