/// The limits of a reader. Binary lists need none, because nothing in them costs more than its own bytes, but some
/// callers want less.
struct PropertyListLimits: Sendable {
  /// The longest file, in bytes.
  var maximumByteCount: Int = .max
  /// The nesting limit for elements of an XML property list.
  var maximumXMLNesting: Int = 1_000
  /// The longest text, in bytes.
  var maximumStringLength: Int = .max
}
