/// A member's type as far as Swift tells it at run time.
public indirect enum LayoutType: Sendable, Hashable {
  case truth
  case integer(bits: Int, isSigned: Bool)
  /// `size_t` and what is made of it.
  case size(bits: Int)
  /// A type of its own around an integer: an enumeration, or a typedef that Swift makes one of.
  case wrapped(bits: Int, isSigned: Bool)
  case floating(bits: Int)
  case bitField(width: Int, isSigned: Bool)
  case array(count: Int, LayoutType)
  case pointer(LayoutType)
  /// By the name that Swift prints, if it is known.
  case record(String?)
  case void
  case unknown
}
