/// What a reader accepts. Binary lists need no limits of their own: nothing in them costs more than its own bytes. Some
/// callers want less all the same.
struct PropertyListLimits: Sendable {
  /// The longest file, in bytes.
  var maximumByteCount: Int = .max
  /// How deep elements may nest in an XML property list.
  var maximumXMLNesting: Int = 1_000
  /// The longest text, in bytes.
  var maximumStringLength: Int = .max
}
