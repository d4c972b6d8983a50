import ArchiveRuntime
import CSamples
import Foundation
import SampleArchives

/// Some rows, and one member, of a mapped file of ten million structs.
enum PartialReading {
  static let count = 10_000_000
  static let rows = 1_000_000..<1_000_100

  static func run(_ options: Options, _ aims: inout Aims) throws {
    let path = try options.emptyFolder("rows") + "/archive"
    let file = ArchiveFile(path: path, reading: .mapped).blocking
    let values = Samples.make(count)
    try file.save(values)
    try check("rows", try file.rows(rows, of: sample.self).map(\.id) == values[rows].map(\.id))
    try check("a column", try file.column(\sample.position, rows: rows) == values[rows].map(\.position))

    var contest = Contest()
    contest.add("100 rows") { try file.rows(rows, of: sample.self).count }
    contest.add("100 values of a column") { try file.column(\sample.position, rows: rows).count }
    contest.add("a whole column") { try file.column(\sample.position).count }
    let results = try contest.run()
    Table(
      "Of a mapped file of ten million structs", results, unit: .microseconds(1), named: "µs", reference: "100 rows"
    ).print()
    aims.add("100 rows of 10,000,000 in a mapped file, ms", results[0].times.least.seconds * 1_000, atMost: 1)
    aims.add("100 values of one column, ms", results[1].times.least.seconds * 1_000, atMost: 1)
  }
}
