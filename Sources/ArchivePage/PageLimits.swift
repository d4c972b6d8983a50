/// How much of an archive a page has. What is beyond is left out, and the page says so.
package struct PageLimits: Sendable {
  /// Bytes of the file that are in the page.
  package var bytes = 48 << 20
  /// Values of the tree.
  package var nodes = 250_000
  /// Values in one object or collection.
  package var children = 100_000
  /// Objects of the property list that are no value of the tree but have their meaning in the byte map.
  package var spans = 100_000
  /// Property lists within data that are opened. Those in XML have at most `bytes` together.
  package var lists = 10_000
  /// Bytes of texts in the tree before long ones are cut.
  package var text = 24 << 20

  package init() {}
}
