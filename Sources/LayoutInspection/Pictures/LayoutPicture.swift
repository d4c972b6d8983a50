import ArchiveInspection
import ArchiveModel

/// Pictures of layouts: a document in SVG, or a page.
public struct LayoutPicture {
  /// One type, with one layout for each side that has it.
  public struct Entry: Sendable {
    public let layouts: [InspectedLayout]
    public let comparison: LayoutComparison?

    public init(_ layouts: [InspectedLayout], _ comparison: LayoutComparison? = nil) {
      self.layouts = layouts
      self.comparison = comparison
    }

    /// One for each side that has the type, with the side's index.
    var sides: [(title: Int, layout: InspectedLayout)] {
      guard let comparison else { return layouts.enumerated().map { ($0, $1) } }
      return comparison.layouts.enumerated().compactMap { index, layout in layout.map { (index, $0) } }
    }

    /// The paths of the members that differ.
    var changed: Set<String> { Set(comparison?.rows.filter { !$0.isEqual }.map(\.path) ?? []) }
  }

  let entries: [Entry]
  let titles: [String]
  let target: Target
  let style: LayoutStyle

  /// - Parameter titles: of the sides; empty for a single one.
  public init(entries: [Entry], titles: [String], target: Target, _ style: LayoutStyle) {
    self.entries = entries
    self.titles = titles
    self.target = target
    self.style = style
  }

  /// One document: the types below each other, with a list of their members beside each picture.
  public var svg: String {
    let margin = 16.0
    var body = ""
    var bottom = margin
    var width = 400.0
    for entry in entries {
      for (side, layout) in entry.sides {
        let block = SVGBlock(
          PictureModel(layout, changed: entry.changed), title: titles.indices.contains(side) ? titles[side] : "", style)
        let drawn = block.draw(x: margin, y: bottom)
        body += drawn.svg
        bottom += drawn.height + 20
        width = max(width, block.width + 2 * margin)
      }
    }
    let legend = SVGLegend.draw(x: margin, y: bottom, isBigEndian: target.isBigEndian)
    width = max(width, legend.width + 2 * margin)
    bottom += legend.height + margin
    let size = "width=\"\(Markup.number(width))\" height=\"\(Markup.number(bottom))\""
    let name = entries.count == 1 ? entries.first?.layouts.first?.name ?? "" : "\(entries.count) types"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="layout" \(size) viewBox="0 0 \(Markup.number(width)) \(Markup.number(bottom))" role="img">
      <title>Memory layout of \(HTMLText.escaped(name)), \(HTMLText.escaped(target.triple))</title>
      <style>\(PictureStyle.css)</style>
      \(PictureStyle.patterns)
      <rect class="page" width="100%" height="100%"/>
      \(body)\(legend.svg)
      </svg>

      """
  }
}

/// One record: its name, the map of its memory, and the list of its members.
private struct SVGBlock {
  private let model: PictureModel
  private let map: MemoryMap
  private let title: String
  private let style: LayoutStyle
  private let columns: [Int]
  private let character = 6.7
  private let lineHeight = 17.0

  init(_ model: PictureModel, title: String, _ style: LayoutStyle) {
    self.model = model
    self.title = title
    self.style = style
    map = MemoryMap(model: model, bytesPerRow: 8, style: style)
    let cells = model.lines.map { Self.cells($0, style) }
    columns = (0..<5).map { column in
      let most = zip(cells, model.lines).map { cells, line in cells[column].count + (column == 3 ? line.depth * 2 : 0) }
        .max()
      return min([5, 10, 9, 46, 52][column], max(most ?? 0, Self.heads[column].count))
    }
  }

  private var listWidth: Double { Double(columns.reduce(0, +) + columns.count * 2) * character + 16 }
  var width: Double { map.width + 28 + listWidth }

  func draw(x: Double, y: Double) -> (svg: String, height: Double) {
    let layout = model.layout
    let numbers = LayoutStatistics(layout, cacheLine: style.cacheLine)
    var svg = Markup.text("title", x, y + 14, title.isEmpty ? layout.name : "\(layout.name) – \(title)", 90)
    var summary =
      "\(style.number(layout.size)) bytes, alignment \(style.number(layout.alignment)), \(numbers.members.counted("member"))"
    if numbers.holeBytes > 0 { summary += ", \(numbers.holes.counted("hole")) of \(numbers.holeBytes.counted("byte"))" }
    if numbers.bitHoleBits > 0 {
      summary += ", \(numbers.bitHoles.counted("bit hole")) of \(numbers.bitHoleBits.counted("bit"))"
    }
    if numbers.padding > 0 { summary += ", \(numbers.padding.counted("byte")) of padding" }
    svg += Markup.text("faint", x, y + 32, summary, 200)
    let state =
      switch layout.archive {
      case .archived(let name): "archived as '\(name)', \(layout.keyCount.counted("key"))"
      case .notArchived(let reason, _): "not archived: \(reason)"
      }
    svg += Markup.text("faint", x, y + 48, state, Int(width / character))
    let top = y + 58
    let drawn = map.draw(x: x, y: top)
    let list = list(x: x + map.width + 28, y: top)
    return (svg + drawn.svg + list.svg, 58 + max(drawn.height, list.height))
  }

  private func list(x: Double, y: Double) -> (svg: String, height: Double) {
    var svg = row(Self.heads, x: x, y: y, style: "faint")
    var bottom = y + lineHeight
    for (index, line) in model.lines.enumerated() {
      svg += "<g class=\"line\(line.isChanged ? " changed" : "")\" data-line=\"\(index)\">"
      let box = "x=\"\(Markup.number(x))\" y=\"\(Markup.number(bottom + 2))\" width=\"11\" height=\"13\""
      svg += line.filled(box)
      svg += row(
        Self.cells(line, style), x: x, y: bottom, style: line.gap == nil ? "entry" : "faint", depth: line.depth)
      if line.isChanged {
        svg += "<text class=\"mark\" x=\"\(Markup.number(x - 11))\" y=\"\(Markup.number(bottom + 12))\">≠</text>"
      }
      svg += "</g>"
      bottom += lineHeight
    }
    return (svg, bottom - y)
  }

  private static let heads = ["", "offset", "size", "member", "key"]

  private static func cells(_ line: PictureModel.Line, _ style: LayoutStyle) -> [String] {
    if let gap = line.gap { return ["", gap.place(style), gap.length(style), gap.name, ""] }
    guard let member = line.member else { return [] }
    let key = member.key?.text ?? member.absence.map { "no key: \($0)" } ?? ""
    return [line.number.map(String.init) ?? "", member.place(style), member.length(style), member.line, key]
  }

  private func row(_ cells: [String], x: Double, y: Double, style: String, depth: Int = 0) -> String {
    var svg = ""
    var left = x + 16
    for (index, cell) in cells.enumerated() {
      let width = Double(columns[index]) * character
      let shown = HTMLText.escaped(Markup.cut(cell, to: columns[index]))
      if index < 3 {
        svg +=
          "<text class=\"\(style)\" text-anchor=\"end\" x=\"\(Markup.number(left + width))\" y=\"\(Markup.number(y + 12))\">\(shown)</text>"
      } else if !shown.isEmpty {
        let inset = index == 3 ? Double(depth) * 2 * character : 0
        svg +=
          "<text class=\"\(style)\" x=\"\(Markup.number(left + inset))\" y=\"\(Markup.number(y + 12))\">\(shown)</text>"
      }
      left += width + 2 * character
    }
    return svg
  }

}

/// What colours, signs and patterns mean.
enum SVGLegend {
  static func draw(x: Double, y: Double, isBigEndian: Bool) -> (svg: String, width: Double, height: Double) {
    var svg = ""
    var left = x
    func swatch(_ styles: [String], _ title: String) {
      for style in styles {
        svg +=
          "<rect class=\"\(style)\" x=\"\(Markup.number(left))\" y=\"\(Markup.number(y))\" width=\"16\" height=\"14\"/>"
      }
      svg +=
        "<text class=\"faint\" x=\"\(Markup.number(left + 21))\" y=\"\(Markup.number(y + 11))\">\(HTMLText.escaped(title))</text>"
      left += 21 + Double(title.count) * 6.8 + 16
    }
    for category in PictureCategory.allCases {
      swatch(["c-\(category.rawValue)"], "\(category.sign) \(category.title)")
    }
    swatch(["c-gap", "p-gap"], "hole, padding")
    swatch(["c-other", "p-out"], "no key")
    let order = bitOrder(isBigEndian: isBigEndian)
    svg += "<text class=\"faint\" x=\"\(Markup.number(x))\" y=\"\(Markup.number(y + 30))\">\(order)</text>"
    return (svg, left - x, 36)
  }

  static func bitOrder(isBigEndian: Bool) -> String {
    isBigEndian
      ? "Bytes go from left to right, and each begins with its most significant bit (big-endian)."
      : "Bytes go from left to right, and each begins with its least significant bit (little-endian)."
  }
}
