import Foundation

/// Rows of text under headings, in columns as wide as they need to be; numbers to the right.
struct Table {
  private let title: String
  private var rows: [[String]]

  init(_ title: String, _ headings: [String]) {
    self.title = title
    rows = [headings]
  }

  mutating func add(_ cells: [String]) { rows.append(cells) }

  func print() {
    Swift.print("\n\(title)")
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      var line = " "
      for (column, cell) in row.enumerated() {
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        line += " " + (column == 0 ? cell + padding : " " + padding + cell)
      }
      Swift.print(line)
    }
    fflush(nil)
  }
}

extension Table {
  /// The results of a contest, each with what multiple it is of the reference's time.
  init(
    _ title: String, _ results: [Contest.Result], unit: Duration, named unitName: String, reference: String,
    divisor: Int = 1
  ) {
    self.init(title, ["", "least \(unitName)", "median \(unitName)", "bytes", "times \(reference)"])
    let base = results.first { $0.name == reference }?.times.least.seconds
    for result in results {
      let scale = unit.seconds * Double(divisor)
      add([
        result.name, Self.number(result.times.least.seconds / scale), Self.number(result.times.median.seconds / scale),
        result.bytes.map(String.init) ?? "", base.map { Self.number(result.times.least.seconds / $0) } ?? "",
      ])
    }
  }

  /// Three digits that count.
  static func number(_ value: Double) -> String {
    guard value > 0, value < 1000 else { return String(format: "%.0f", value) }
    return String(format: "%.\(max(0, 2 - Int(log10(value).rounded(.down))))f", value)
  }
}

/// Figures beside what they should be.
struct Aims {
  private var table = Table("Aims", ["", "is", "should be", "", "later"])
  private var isEmpty = true

  mutating func add(_ name: String, _ value: Double, atMost limit: Double, later: Double? = nil) {
    isEmpty = false
    table.add([
      name, Table.number(value), "<= \(Self.plain(limit))", value <= limit ? "yes" : "NO",
      later.map { "<= \(Self.plain($0))" } ?? "",
    ])
  }

  mutating func add(_ name: String, _ value: Double, atLeast limit: Double, later: Double? = nil) {
    isEmpty = false
    table.add([
      name, Table.number(value), ">= \(Self.plain(limit))", value >= limit ? "yes" : "NO",
      later.map { ">= \(Self.plain($0))" } ?? "",
    ])
  }

  private static func plain(_ value: Double) -> String { String(format: "%g", value) }

  func print() {
    if !isEmpty { table.print() }
  }
}

extension [Contest.Result] {
  /// How many times as long as `other` the contender `name` takes.
  func ratio(_ name: String, to other: String) -> Double {
    guard let this = first(where: { $0.name == name }), let that = first(where: { $0.name == other }) else {
      return .nan
    }
    return this.times.least.seconds / that.times.least.seconds
  }
}
