/// The limits of a reader. Binary lists need none, because nothing in them costs more than its own bytes, but some
/// callers want less.
package struct PropertyListLimits: Sendable {
  /// The longest file, in bytes.
  package var maximumByteCount: Int = .max
  /// The nesting limit for elements of an XML property list.
  package var maximumXMLNesting: Int = 1_000
  /// The longest text, in bytes.
  package var maximumStringLength: Int = .max

  package init(
    maximumByteCount: Int = .max, maximumXMLNesting: Int = 1_000, maximumStringLength: Int = .max
  ) {
    self.maximumByteCount = maximumByteCount
    self.maximumXMLNesting = maximumXMLNesting
    self.maximumStringLength = maximumStringLength
  }
}
