import ArchiveRuntime
import CSamples
import Foundation
import SampleArchives

/// What a record costs, from a thousand of them to a hundred million: processor time and growth of the peak memory, each measurement
/// a process of its own. Drawn as a plot, beside what a copy costs: that leaves the caches, too, and takes new memory from
/// the system, a page after the other.
enum Scaling {
  static let counts = [
    1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000, 30_000_000, 100_000_000,
  ]

  enum Work: String, CaseIterable {
    case copyArray = "copy-array"
    case encodeArray = "encode-array"
    case decodeArray = "decode-array"
    case saveArray = "save-array"
    case encodeList = "encode-list"
    case decodeList = "decode-list"
    case encodeObjects = "encode-objects"
    case decodeObjects = "decode-objects"

    var name: String {
      switch self {
      case .copyArray: "structs of eight scalars, a copy"
      case .encodeArray: "structs of eight scalars, encode"
      case .decodeArray: "structs, decode"
      case .saveArray: "structs, save"
      case .encodeList: "list of C nodes, encode"
      case .decodeList: "list, decode and free (.pooled)"
      case .encodeObjects: "objects of eight scalars, encode"
      case .decodeObjects: "objects, decode and free"
      }
    }

    /// The most records that a machine with 24 GB has room for, and of lists that it makes in a minute.
    var most: Int {
      switch self {
      case .copyArray, .encodeArray, .decodeArray, .saveArray, .encodeList, .decodeList: 100_000_000
      case .encodeObjects, .decodeObjects: 10_000_000
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
    var table = Table("Processor time and growth of the peak memory, a record", ["", "records", "ns", "bytes"])
    var flatness = Table("From 10,000 records on: the most time a record over the least", ["", "times"])
    var rows = Table("100 rows in the middle of the saved file, mapped", ["records", "µs"])
    for work in Work.allCases {
      let points = try counts.filter { $0 <= work.most }.map { count in
        let output = "\(folder)/\(work.rawValue)-\(count)"
        let arguments = [CommandLine.arguments[0], "--scale", "\(work.rawValue):\(count)", "--folder", folder]
        guard try Subprocess(arguments: arguments, output: output).run().succeeded else {
          throw CheckFailure(description: "'\(work.name)' of \(count) fails: see \(output)")
        }
        let words = try String(contentsOfFile: output, encoding: .utf8).split(whereSeparator: \.isWhitespace)
        guard words.count >= 2, let time = Double(words[0]), let memory = Double(words[1]) else {
          throw CheckFailure(description: "'\(work.name)' of \(count) gave no figures: see \(output)")
        }
        if words.count > 2 { rows.add(["\(count)", String(words[2])]) }
        return Point(count: count, time: time / Double(count), memory: memory / Double(count))
      }
      for point in points {
        table.add([work.name, "\(point.count)", Table.number(point.time), Table.number(point.memory)])
      }
      plot.add(work.name, points)
      let times = points.filter { $0.count >= 10_000 }.map(\.time)
      flatness.add([work.name, Table.number((times.max() ?? 0) / (times.min() ?? 1))])
    }
    table.print()
    flatness.print()
    rows.print()
    let file = "scaling.svg"
    try plot.svg.write(toFile: file, atomically: true, encoding: .utf8)
    print("The plot is in \(file).")
  }

  /// The work of the separate process: prints nanoseconds and bytes for all records, and of a saved file the microseconds that some
  /// rows take.
  static func measure(_ argument: String, folder: String) throws {
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
    case .saveArray:
      let values = Samples.make(count)
      let path = "\(folder)/saved-\(count)"
      defer { unlink(path) }
      try measure(count) { try ArchiveFile(path: path).blocking.save(values) }
      let file = ArchiveFile(path: path, reading: .mapped).blocking
      let wanted = count / 2..<count / 2 + 100
      try check("saved rows", try file.rows(wanted, of: sample.self) == Array(values[wanted]))
      var times = Times()
      for _ in 0..<100 { try times.add { Sink.value &+= try file.rows(wanted, of: sample.self).count } }
      print(Table.number(times.least.seconds * 1e6))
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
    var least = Double.infinity
    let start = ContinuousClock.now
    repeat {
      let before = processorTime
      try body()
      least = min(least, processorTime - before)
    } while start.duration(to: .now) < .milliseconds(300)
    print(least, growth)
  }

  /// In nanoseconds: other programs lengthen it less than what a clock on the wall sees.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
