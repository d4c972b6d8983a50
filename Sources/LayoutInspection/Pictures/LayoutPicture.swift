import ArchiveModel

/// Pictures of layouts.
public struct LayoutPicture {
  /// One type, with one layout for each side that has it.
  public struct Entry: Sendable {
    public let layouts: [RecordLayout]
    public let comparison: LayoutComparison?

    public init(_ layouts: [RecordLayout], _ comparison: LayoutComparison? = nil) {
      self.layouts = layouts
      self.comparison = comparison
    }
  }

  let entries: [Entry]
  let titles: [String]
  let target: Target
  let style: LayoutStyle

  public init(entries: [Entry], titles: [String], target: Target, _ style: LayoutStyle) {
    self.entries = entries
    self.titles = titles
    self.target = target
    self.style = style
  }

  public var svg: String { "" }
  public var html: String { "" }
}
