import ArchiveInspection
import Foundation
import UntypedArchive

/// A network as a picture that needs nothing else, light or dark as the reader's system is.
package struct SVGWriter {
  private let network: Network
  private let layout: NetworkLayout
  private let arrangement: NetworkLayout.Arrangement
  private let output: OutputBuffer

  /// - Parameters:
  ///   - name: what the picture is called.
  ///   - arrangement: "layers" or "forces"; nil for what suits the network.
  package static func write(_ network: Network, name: String, arrangement: String?, to output: OutputBuffer) {
    let chosen = arrangement.flatMap(NetworkLayout.Arrangement.init) ?? NetworkLayout.preferred(network)
    let layout = chosen == .layers ? NetworkLayout(layers: network) : NetworkLayout(forces: network)
    SVGWriter(network: network, layout: layout, arrangement: chosen, output: output).write(name)
  }

  private var isBoxes: Bool { arrangement == .layers }

  private func write(_ name: String) {
    let areNamed = network.edges.count <= 90
    let (left, right) = extent(areNamed: areNamed)
    let (top, bottom) = (layout.y.min() ?? 0, layout.y.max() ?? 0)
    let statement = statement(name)
    let width = max(right - left + 28, 420, SVGText.width(statement, 9.5, false) + 28)
    let columns = min(4, Int((width - 14) / 200))
    let rows = (min(network.groups.count, 16) + columns - 1) / columns
    let legendTop = bottom - top + 110
    let height = legendTop + Double(rows) * 20 + 44
    output.append(
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(number((left + right - width) / 2)) \(number(top - 50)) \(number(width)) \(number(height))" \
      width="\(number(width))" height="\(number(height))" role="img" aria-label="\(escaped("Objects and links of \(name)", 200))">
      <style>
        .ground { fill: #fdfdfc } .box { fill: #fff; stroke-width: 1.6 } text { font: 11px "DejaVu Sans", Verdana, sans-serif; fill: #17191c }
        .title { font-weight: 600 } .link { fill: none; stroke: #7d868f; stroke-width: 1.1 } .back { stroke-dasharray: 4 3 } .name { font-size: 9.5px; fill: #5b6167 }
        .halo { paint-order: stroke; stroke: #fdfdfc; stroke-width: 3px; stroke-linejoin: round } #head path { fill: #7d868f }
        @media (prefers-color-scheme: dark) {
          .ground { fill: #16181b } .box { fill: #1f2226 } text { fill: #e6e8ea } .name { fill: #9ba3ab } .halo { stroke: #16181b }
        }
      </style>
      <defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
      <rect class="ground" x="\(number((left + right - width) / 2))" y="\(number(top - 50))" width="100%" height="100%"/>

      """)
    var names = EdgeNames()
    for edge in network.edges { write(edge, isNamed: areNamed, &names) }
    for index in network.vertices.indices { write(index) }
    let (x, y) = ((left + right - width) / 2 + 14, top - 50 + legendTop)
    writeLegend(x, y, columns)
    text(x, y + Double(rows) * 20 + 8, "name", statement, .max, isMiddle: false)
    output.append("</svg>\n")
  }

  /// From the left to the right end of all vertices, links and their names.
  private func extent(areNamed: Bool) -> (left: Double, right: Double) {
    var (left, right) = (layout.x.min() ?? 0, layout.x.max() ?? 0)
    func include(_ place: Double, before: Double = 0, behind: Double = 0) {
      left = min(left, place - before)
      right = max(right, place + behind)
    }
    let side = isBoxes ? NetworkLayout.boxWidth / 2 : 5
    for index in network.vertices.indices {
      let name = isBoxes || !areLabelled ? 0 : SVGText.width(VisibleText.short(self.name(of: index), 28), 11, false) + 8
      include(layout.x[index], before: side + 3, behind: max(side + 3, name))
    }
    for edge in network.edges {
      let (x1, x2) = (layout.x[edge.from], layout.x[edge.to])
      let name = areNamed ? SVGText.width(VisibleText.short(edge.label, 18), 9.5, false) / 2 : 0
      if edge.from == edge.to {
        include(x1 + side + 26, behind: max(name, 10))
      } else if isBoxes, layout.y[edge.to] <= layout.y[edge.from] {
        include(max(x1, x2) + side + bend(of: edge))
      } else {
        include(x1, before: name, behind: name)
        include(x2, before: name, behind: name)
      }
    }
    return (left, right)
  }

  /// How far a link that leads back is from the boxes.
  private func bend(of edge: Network.Edge) -> Double {
    let (x, y) = (layout.x[edge.from] - layout.x[edge.to], layout.y[edge.from] - layout.y[edge.to])
    return 30 + min(90, abs(y) / 4 + abs(x) / 8)
  }

  /// Whether symbols have names beside them.
  private var areLabelled: Bool { network.vertices.count <= 500 }

  private func name(of index: Int) -> String {
    let vertex = network.vertices[index]
    let group = network.groups[vertex.group]
    return vertex.label.isEmpty || vertex.label == group ? vertex.title : "\(group): \(vertex.label)"
  }

  private func write(_ edge: Network.Edge, isNamed: Bool, _ names: inout EdgeNames) {
    let (x1, y1) = (layout.x[edge.from], layout.y[edge.from])
    let (x2, y2) = (layout.x[edge.to], layout.y[edge.to])
    var path: String
    var point = EdgeNames.curve((x1, y1), (x1, y1), (x2, y2), (x2, y2))
    var kind = "link"
    let half = NetworkLayout.boxHeight / 2
    if edge.from == edge.to {
      let side = isBoxes ? NetworkLayout.boxWidth / 2 : 5
      path = "M\(number(x1 + side)) \(number(y1 - 6))c34 -22 34 34 0 14"
      point = { _ in (x1 + side + 26, y1 - 12) }
    } else if !isBoxes {
      let length = max(((x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1)).squareRoot(), 1)
      let (dx, dy) = ((x2 - x1) / length * 7, (y2 - y1) / length * 7)
      path = "M\(number(x1)) \(number(y1))L\(number(x2 - dx)) \(number(y2 - dy))"
    } else if y2 > y1 {
      let bend = min(40, (y2 - y1) / 2)
      path =
        "M\(number(x1)) \(number(y1 + half))C\(number(x1)) \(number(y1 + half + bend)) \(number(x2)) \(number(y2 - half - bend)) \(number(x2)) \(number(y2 - half))"
      point = EdgeNames.curve((x1, y1 + half), (x1, y1 + half + bend), (x2, y2 - half - bend), (x2, y2 - half))
    } else {
      // Links that lead back, or aside, leave and arrive at the boxes' right sides.
      let side = NetworkLayout.boxWidth / 2
      let bend = bend(of: edge)
      kind = "link back"
      path =
        "M\(number(x1 + side)) \(number(y1))C\(number(max(x1, x2) + side + bend)) \(number(y1)) \(number(max(x1, x2) + side + bend)) \(number(y2)) \(number(x2 + side)) \(number(y2))"
    }
    output.append(
      "<path class=\"\(kind)\" d=\"\(path)\" marker-end=\"url(#head)\"><title>\(escaped(edge.label, 200))</title></path>\n"
    )
    if isNamed, !edge.label.isEmpty, kind == "link" {
      let place = names.place(VisibleText.short(edge.label, 18), on: point)
      text(place.x, place.y, "name halo", edge.label, 18, isMiddle: true)
    }
  }

  private func write(_ index: Int) {
    let vertex = network.vertices[index]
    let (x, y) = (layout.x[index], layout.y[index])
    let color = NetworkColors.strong(vertex.group)
    output.append(
      "<g><title>\(escaped(vertex.label.isEmpty ? vertex.title : "\(vertex.title): \(vertex.label)", 300))</title>")
    guard isBoxes else {
      output.append(symbol(vertex.group, x, y, color))
      if areLabelled { text(x + 8, y + 4, "halo", name(of: index), 28, isMiddle: false) }
      output.append("</g>\n")
      return
    }
    let (width, height) = (NetworkLayout.boxWidth, NetworkLayout.boxHeight)
    output.append(
      "<rect class=\"box\" x=\"\(number(x - width / 2))\" y=\"\(number(y - height / 2))\" width=\"\(number(width))\" height=\"\(number(height))\" rx=\"5\" stroke=\"\(color)\"/>"
    )
    output.append(symbol(vertex.group, x - width / 2 + 10, y - height / 2 + 11, color))
    let room = width - 26
    text(
      x - width / 2 + 20, y - (vertex.label.isEmpty ? -4 : 4), "title",
      SVGText.cut(vertex.title, to: room, size: 11, isBold: true), .max, isMiddle: false)
    if !vertex.label.isEmpty {
      text(
        x - width / 2 + 20, y + 11, "label", SVGText.cut(vertex.label, to: room, size: 11, isBold: false), .max,
        isMiddle: false)
    }
    output.append("</g>\n")
  }

  /// A shape for each group, so that colour is not needed.
  private func symbol(_ group: Int, _ x: Double, _ y: Double, _ color: String) -> String {
    switch NetworkColors.shape(group) {
    case 0: "<circle cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"5\" fill=\"\(color)\"/>"
    case 1: "<rect x=\"\(number(x - 4.5))\" y=\"\(number(y - 4.5))\" width=\"9\" height=\"9\" fill=\"\(color)\"/>"
    case 2: "<path d=\"M\(number(x)) \(number(y - 6))l5.5 10h-11z\" fill=\"\(color)\"/>"
    default: "<path d=\"M\(number(x)) \(number(y - 6))l6 6l-6 6l-6 -6z\" fill=\"\(color)\"/>"
    }
  }

  private func writeLegend(_ x: Double, _ y: Double, _ columns: Int) {
    for (index, group) in network.groups.prefix(16).enumerated() {
      let (left, top) = (x + Double(index % columns) * 200, y + Double(index / columns) * 20)
      output.append(symbol(index, left + 5, top, NetworkColors.strong(index)))
      let name = SVGText.cut(group.isEmpty ? "object" : group, to: 180, size: 11, isBold: false)
      text(left + 16, top + 4, "label", name, .max, isMiddle: false)
    }
  }

  /// The line below the legend; only the file's name is ever too long for it.
  private func statement(_ name: String) -> String {
    let count =
      "\(NumberText.counted(network.vertices.count, "object")), \(NumberText.counted(network.edges.count, "link"))"
    let text = "\(count)\(network.statement.map { "; \($0)" } ?? "")"
    return SVGText.cut(name, to: 300, size: 9.5, isBold: false) + ": "
      + SVGText.cut(text, to: 700, size: 9.5, isBold: false)
  }

  private func text(_ x: Double, _ y: Double, _ kind: String, _ text: String, _ most: Int, isMiddle: Bool) {
    let anchor = isMiddle ? " text-anchor=\"middle\"" : ""
    output.append(
      "<text class=\"\(kind)\" x=\"\(number(x))\" y=\"\(number(y))\"\(anchor)>\(escaped(text, most))</text>")
  }

  private func escaped(_ text: String, _ most: Int) -> String { HTMLText.escaped(VisibleText.short(text, most)) }

  /// One digit behind the point, the same on every machine.
  private func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0
      ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }
}
