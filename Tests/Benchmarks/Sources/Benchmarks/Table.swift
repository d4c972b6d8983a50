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
  struct Aim {
    let name: String
    let part: String
    let value: Double
    let limit: Double
    let isLeast: Bool
    let later: Double?

    var isReached: Bool { isLeast ? value >= limit : value <= limit }
    /// Missed by more than a fifth, which is more than a busy machine does to three runs.
    var isMissed: Bool { isLeast ? !(value >= limit / 1.2) : !(value <= limit * 1.2) }

    var cells: [String] {
      let sign = isLeast ? ">=" : "<="
      return [
        name, Table.number(value), "\(sign) \(String(format: "%g", limit))", isReached ? "yes" : "NO",
        later.map { "\(sign) \(String(format: "%g", $0))" } ?? "",
      ]
    }
  }

  private(set) var all: [Aim] = []
  /// The part of the measurements that the next figures are of.
  var part = ""

  mutating func add(_ name: String, _ value: Double, atMost limit: Double, later: Double? = nil) {
    all.append(Aim(name: name, part: part, value: value, limit: limit, isLeast: false, later: later))
  }

  mutating func add(_ name: String, _ value: Double, atLeast limit: Double, later: Double? = nil) {
    all.append(Aim(name: name, part: part, value: value, limit: limit, isLeast: true, later: later))
  }

  func print() {
    if all.isEmpty { return }
    var table = Table("Aims", ["", "is", "should be", "", "later"])
    for aim in all { table.add(aim.cells) }
    table.print()
  }
}

/// The names of the aims that a run has reached, a line each, in a file that is committed.
struct ReachedAims {
  private let path: String
  private(set) var names: Set<String>

  init(_ path: String) throws {
    self.path = path
    let text = FileManager.default.fileExists(atPath: path) ? try String(contentsOfFile: path, encoding: .utf8) : ""
    names = Set(text.split(separator: "\n").map(String.init))
  }

  /// Adds the aims that a run has reached.
  mutating func add(_ aims: Aims) throws {
    names.formUnion(aims.all.filter(\.isReached).map(\.name))
    try (names.sorted().joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// Those that were reached before and are not now.
  func missed(_ aims: Aims) -> [Aims.Aim] { aims.all.filter { $0.isMissed && names.contains($0.name) } }
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
