import ArchiveRuntime
import CSamples
import Foundation
import SampleArchives

/// A gigabyte of structs: how much memory encoding and saving them takes beside them, each in a process of its own.
enum Saving {
  static let count = 32_000_000

  enum Work: String, CaseIterable {
    case encode
    case encodeAndSave = "encode-and-save"
    case save

    var name: String {
      switch self {
      case .encode: "encode into memory"
      case .encodeAndSave: "encode into memory, save the bytes"
      case .save: "save"
      }
    }
  }

  static func run(_ options: Options, _ aims: inout Aims) throws {
    let folder = try options.emptyFolder("saving")
    var table = Table(
      "\(count) structs of 32 bytes: growth of the peak memory (VmHWM), processor time",
      ["", "MB", "times the archive", "ms", "of them in the system"])
    for work in Work.allCases {
      let output = "\(folder)/\(work.rawValue)"
      let arguments = [CommandLine.arguments[0], "--save", work.rawValue, "--folder", folder]
      guard try Subprocess(arguments: arguments, output: output).run().succeeded else {
        throw CheckFailure(description: "'\(work.name)' fails: see \(output)")
      }
      let words = try String(contentsOfFile: output, encoding: .utf8).split(whereSeparator: \.isWhitespace)
        .compactMap { Double($0) }
      guard words.count == 4 else { throw CheckFailure(description: "'\(work.name)' gave no figures: see \(output)") }
      let (growth, size) = (words[0], words[1])
      table.add([
        work.name, Table.number(growth / 1e6), Table.number(growth / size), Table.number(words[2] * 1e3),
        Table.number(words[3] * 1e3),
      ])
      switch work {
      case .encode: aims.add("1 GB of structs, encode, peak over them, times the archive", growth / size, atMost: 1.1)
      case .encodeAndSave: break
      case .save: aims.add("1 GB of structs, save, peak over them, MB", growth / 1e6, atMost: 64)
      }
    }
    table.print()
  }

  /// The work of the separate process: prints the growth and the size in bytes, and the processor time of all and in the system in seconds.
  static func measure(_ work: Work, folder: String) throws {
    let path = "\(folder)/archive"
    let file = ArchiveFile(path: path).blocking
    // What is loaded and made once is no cost of the records.
    try file.save(Samples.make(10))
    let values = Samples.make(count)
    var size = 0
    let before = processorTime()
    let growth = try Peak.growth {
      switch work {
      case .encode: size = try ArchiveEncoder().encode(values).count
      case .encodeAndSave:
        let archive = try ArchiveEncoder().encode(values)
        size = archive.count
        try file.save(data: archive)
      case .save: try file.save(values)
      }
    }
    let after = processorTime()
    if work == .save {
      size = (try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.intValue ?? 0
      let rows = count / 2..<count / 2 + 100
      try check(
        "saved rows",
        try ArchiveFile(path: path, reading: .mapped).blocking.rows(rows, of: sample.self) == values[rows].map(\.self))
    }
    print(growth, size, after.user + after.system - before.user - before.system, after.system - before.system)
    try FileManager.default.removeItem(atPath: path)
  }

  private static func processorTime() -> (user: Double, system: Double) {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return (seconds(usage.ru_utime), seconds(usage.ru_stime))
  }
}
