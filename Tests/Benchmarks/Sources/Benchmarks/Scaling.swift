import ArchiveRuntime
import CSamples
import Foundation
import SampleArchives

/// What a record costs, from a thousand of them to ten million: time and growth of the peak memory, each measurement a
/// process of its own. Drawn as a plot, beside what a copy costs: that leaves the caches, too, and takes new memory from
/// the system, a page after the other.
enum Scaling {
  static let counts = [1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000]

  enum Work: String, CaseIterable {
    case copyArray = "copy-array"
    case encodeArray = "encode-array"
    case decodeArray = "decode-array"
    case encodeList = "encode-list"
    case decodeList = "decode-list"
    case encodeObjects = "encode-objects"
    case decodeObjects = "decode-objects"

    var name: String {
      switch self {
      case .copyArray: "structs of eight scalars, a copy"
      case .encodeArray: "structs of eight scalars, encode"
      case .decodeArray: "structs, decode"
      case .encodeList: "list of C nodes, encode"
      case .decodeList: "list, decode and free (.pooled)"
      case .encodeObjects: "objects of eight scalars, encode"
      case .decodeObjects: "objects, decode and free"
      }
    }
  }

  struct Point {
    let count: Int
    /// Nanoseconds a record.
    let time: Double
    /// Bytes a record.
    let memory: Double
  }

  static func run(_ options: Options) throws {
    let folder = try options.emptyFolder("scaling")
    var plot = Plot()
    var table = Table("Time and growth of the peak memory, a record", ["", "records", "ns", "bytes"])
    for work in Work.allCases {
      let points = try counts.map { count in
        let output = "\(folder)/\(work.rawValue)-\(count)"
        let arguments = [CommandLine.arguments[0], "--scale", "\(work.rawValue):\(count)"]
        guard try Subprocess(arguments: arguments, output: output).run().succeeded else {
          throw CheckFailure(description: "'\(work.name)' of \(count) fails: see \(output)")
        }
        let words = try String(contentsOfFile: output, encoding: .utf8).split(whereSeparator: \.isWhitespace)
        guard words.count == 2, let time = Double(words[0]), let memory = Double(words[1]) else {
          throw CheckFailure(description: "'\(work.name)' of \(count) gave no figures: see \(output)")
        }
        return Point(count: count, time: time / Double(count), memory: memory / Double(count))
      }
      for point in points {
        table.add([work.name, "\(point.count)", Table.number(point.time), Table.number(point.memory)])
      }
      plot.add(work.name, points)
    }
    table.print()
    let file = "scaling.svg"
    try plot.svg.write(toFile: file, atomically: true, encoding: .utf8)
    print("The plot is in \(file).")
  }

  /// The work of the separate process: prints nanoseconds and bytes for all records.
  static func measure(_ argument: String) throws {
    let words = argument.split(separator: ":")
    guard words.count == 2, let work = Work(rawValue: String(words[0])), let count = Int(words[1]) else {
      throw CheckFailure(description: "'\(argument)' is no measurement")
    }
    switch work {
    case .copyArray:
      let values = Samples.make(count)
      try measure(count) { Sink.value &+= values.withUnsafeBytes { Data($0) }.count }
    case .encodeArray:
      let values = Samples.make(count)
      try measure(count) { Sink.value &+= try ArchiveEncoder().encode(values).count }
    case .decodeArray:
      let archive = try ArchiveEncoder().encode(Samples.make(count))
      try measure(count) { Sink.value &+= try ArchiveDecoder().decode([sample].self, from: archive).count }
    case .encodeList:
      let list = UnsafePointer(list_make(count, false))
      try measure(count) { Sink.value &+= try ArchiveEncoder().encode(graph: list).count }
    case .decodeList:
      let list = list_make(count, false)
      let archive = try ArchiveEncoder().encode(graph: UnsafePointer(list))
      list_free(list)
      try measure(count) {
        let graph = try ArchiveDecoder().decodeGraph(list_node.self, from: archive, allocation: .pooled)
        Sink.value &+= Int(graph.root?.pointee.flags ?? 0)
      }
    case .encodeObjects:
      let objects = Samples.make(count).map(Objects.ArchivedSample.init)
      try measure(count) { Sink.value &+= try ArchiveEncoder().encode(objects).count }
    case .decodeObjects:
      let archive = try ArchiveEncoder().encode(Samples.make(count).map(Objects.ArchivedSample.init))
      try measure(count) {
        Sink.value &+= try ArchiveDecoder().decode([Objects.ArchivedSample].self, from: archive).count
      }
    }
  }

  /// The least time of several, and by how much the first lets the peak grow.
  private static func measure(_ count: Int, _ body: () throws -> Void) throws {
    let growth = try Peak.growth(body)
    var times = Times()
    let start = ContinuousClock.now
    repeat { try times.add(body) } while start.duration(to: .now) < .milliseconds(300)
    print(times.least.seconds * 1e9, growth)
  }
}
