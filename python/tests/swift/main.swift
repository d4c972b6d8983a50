// Reads archives that make_archives.py wrote, prints what is in them, and writes one for check.py.
import ArchiveRuntime
import CSample
import Foundation

let folder = URL(fileURLWithPath: CommandLine.arguments[1])
func archive(_ name: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent("\(name).archive")) }
func text<Bytes>(_ bytes: Bytes) -> String {
  withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
let decoder = ArchiveDecoder()

let one = try decoder.decode(order.self, from: try archive("record"))
print("record:", one.number, one.status, one.delta, one.paid, text(one.note), one.parts, one.raw, one.ratio, one.grid)
print("  nested:", one.price.cents, one.price.currency, one.lines.0.cents, one.lines.1.cents, one.lines.1.currency)

let orders = try decoder.decode([order].self, from: try archive("columns"))
let last = orders[999]
print(
  "columns:", orders.count, last.number, last.status, last.delta, last.paid, text(last.note), last.parts, last.ratio)
print("  nested:", last.grid, last.price.cents, last.lines.1.cents, last.lines.1.currency)
print("  sums:", orders.reduce(0) { $0 + Int($1.status) }, orders.reduce(0) { $0 + Int($1.delta) })

let values = try decoder.decode([value].self, from: try archive("union"))
print("union:", values.map(\.kind), values[0].integer, values[1].real, values[2].real, values[3].integer)

let graph = try decoder.decodeGraph(station.self, from: try archive("graph"))
withExtendedLifetime(graph) {
  guard let first = graph.root, let second = first.pointee.next, let third = second.pointee.next else {
    return print("no circle")
  }
  print(
    "graph:", String(cString: first.pointee.name), String(cString: second.pointee.name), third.pointee.next == first)
  print(
    "  shared:", first.pointee.name == third.pointee.name, first.pointee.depths[1], second.pointee.depths == nil,
    third.pointee.depths[0])
}

var limits = ArchiveDecoder.Limits()
limits.checksum = .required
let team = try ArchiveDecoder(limits: limits).decode(Team.self, from: try archive("objects"))
print(
  "objects:", team.name, team.players.map(\.name), team.players.map { $0.number ?? -1 },
  team.players.allSatisfy { $0.team === team })
print(
  "  values:", team.founded.timeIntervalSinceReferenceDate, team.tags.sorted(),
  team.goals.sorted { $0.key < $1.key }.map(\.value), team.weights)
print("  others:", team.id, team.budget)

let several = try ArchiveReader(try archive("several"))
let prices = try several.decode([price].self, forKey: "first")
let answer = try several.decode(Int.self, forKey: "answer")
print(
  "several:", prices.map(\.cents), answer, try several.decode(String.self, forKey: "text"),
  try several.decode(UInt64.self, forKey: "huge"))
let sum = try several.decode(price.self, forKey: "sum")
print("  records:", try several.decode(value.self, forKey: "one").real, sum.cents, sum.currency)

var encoder = ArchiveEncoder()
encoder.checksum = .crc32
try encoder.encode(orders).write(to: folder.appendingPathComponent("back.archive"))
