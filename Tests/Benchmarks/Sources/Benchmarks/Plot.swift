import Foundation

/// Two diagrams beside each other, time and memory a record over the number of records, on logarithmic scales, as SVG.
struct Plot {
  private var series: [(name: String, points: [Scaling.Point])] = []

  mutating func add(_ name: String, _ points: [Scaling.Point]) { series.append((name, points)) }

  private static let colors = ["#999999", "#1b6ca8", "#6fb1de", "#7b3fa0", "#b8621b", "#e8a868", "#2e8b57", "#8fcfa8"]
  private static let (width, height, left, top) = (470.0, 360.0, 64.0, 56.0)

  var svg: String {
    let legendTop = Self.top + Self.height + 62
    let total = (
      width: Self.left * 2 + Self.width * 2 + 60, height: legendTop + Double((series.count + 1) / 2) * 20 + 12
    )
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Int(total.width))" height="\(Int(total.height))" \
      font-family="Helvetica, Arial, sans-serif" font-size="12" fill="#222">
      """,
      #"<rect width="100%" height="100%" fill="white"/>"#,
    ]
    lines += diagram("Time a record, ns", at: Self.left) { $0.time }
    lines += diagram("Growth of the peak memory a record, bytes", at: Self.left * 2 + Self.width + 20) { $0.memory }
    for (index, one) in series.enumerated() {
      let (x, y) = (Self.left + Double(index % 2) * 300, legendTop + Double(index / 2) * 20)
      lines.append(Self.line(x, y - 4, x + 24, y - 4, Self.colors[index % Self.colors.count], width: 2.5))
      lines.append(Self.text(x + 32, y, one.name))
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private func diagram(_ title: String, at left: Double, _ value: (Scaling.Point) -> Double) -> [String] {
    let points = series.flatMap(\.points)
    let counts = (least: points.map(\.count).min() ?? 1, most: points.map(\.count).max() ?? 10)
    let values = points.map(value).filter { $0 > 0 }
    let low = Int(floor(log10(values.min() ?? 1)))
    let high = Int(ceil(log10(values.max() ?? 10)))
    let (right, bottom) = (left + Self.width, Self.top + Self.height)
    func x(_ count: Int) -> Double {
      left + Self.width * log10(Double(count) / Double(counts.least))
        / log10(Double(counts.most) / Double(counts.least))
    }
    func y(_ value: Double) -> Double {
      bottom - Self.height * (log10(max(value, pow(10, Double(low)))) - Double(low)) / Double(max(high - low, 1))
    }
    var lines: [String] = []
    lines.append(Self.text(left, Self.top - 20, title, #"font-size="15" font-weight="bold""#))
    for exponent in low...high {
      let tick = pow(10, Double(exponent))
      lines.append(Self.line(left, y(tick), right, y(tick), "#ddd"))
      lines.append(Self.text(left - 8, y(tick) + 4, exponent < 0 ? "\(tick)" : grouped(Int(tick)), Self.end))
    }
    var count = counts.least
    while count <= counts.most {
      lines.append(Self.line(x(count), Self.top, x(count), bottom, "#eee"))
      lines.append(Self.text(x(count), bottom + 18, grouped(count), Self.middle))
      count *= 10
    }
    lines.append(Self.text(left + Self.width / 2, bottom + 38, "records", Self.middle))
    for (index, one) in series.enumerated() {
      let color = Self.colors[index % Self.colors.count]
      for (from, to) in zip(one.points, one.points.dropFirst()) {
        lines.append(Self.line(x(from.count), y(value(from)), x(to.count), y(value(to)), color, width: 2.5))
      }
      for point in one.points {
        let (x, y) = (Self.number(x(point.count)), Self.number(y(value(point))))
        lines.append("<circle cx=\"\(x)\" cy=\"\(y)\" r=\"3\" fill=\"\(color)\"/>")
      }
    }
    return lines
  }

  private static let end = "text-anchor=\"end\""
  private static let middle = "text-anchor=\"middle\""

  private static func number(_ value: Double) -> String { String(format: "%.1f", value) }

  private static func text(_ x: Double, _ y: Double, _ text: String, _ attributes: String = "") -> String {
    "<text x=\"\(number(x))\" y=\"\(number(y))\" \(attributes)>\(text)</text>"
  }

  private static func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ color: String, width: Double = 1
  ) -> String {
    "<line x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" y2=\"\(number(y2))\" stroke=\"\(color)\" "
      + "stroke-width=\"\(width)\"/>"
  }

  private func grouped(_ number: Int) -> String {
    var digits = String(number)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }
}
