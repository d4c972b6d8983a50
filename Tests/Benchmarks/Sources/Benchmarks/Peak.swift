import ArchiveRuntime
import CSamples
import Foundation
import SampleArchives

/// The growth of memory while a list is encoded or decoded, each in a separate process.
enum Peak {
  enum Work: String, CaseIterable {
    case encode
    case encodeShuffled = "encode-shuffled"
    case save
    case individual
    case pooled

    var name: String {
      switch self {
      case .encode: "encode"
      case .encodeShuffled: "encode, shuffled in memory"
      case .save: "save"
      case .individual: "decode, .individual"
      case .pooled: "decode, .pooled"
      }
    }

    /// What is there when it is done, besides what was there before: the archive, or the nodes. Of a block's bytes
    /// malloc takes 8 for itself, and its next multiple of 16.
    func resultSize(archive: Int) -> Int {
      let size = MemoryLayout<list_node>.size
      return switch self {
      case .encode, .encodeShuffled: archive
      case .save: 0
      case .individual: Graphs.count * ((size + 8 + 15) / 16 * 16)
      case .pooled: Graphs.count * size
      }
    }
  }

  static func run(_ options: Options, _ archive: Data, _ aims: inout Aims) throws {
    let folder = try options.emptyFolder("graphs")
    let file = "\(folder)/archive"
    try archive.write(to: URL(fileURLWithPath: file))
    var table = Table(
      "Growth of the peak memory (VmHWM) over what was there before; the archive has \(archive.count) bytes",
      ["", "bytes a node", "times the archive", "of that the result"])
    for work in Work.allCases {
      let output = "\(folder)/\(work)"
      let arguments = [CommandLine.arguments[0], "--peak", work.rawValue, "--folder", folder]
      guard try Subprocess(arguments: arguments, output: output).run().succeeded,
        let growth = Int(try String(contentsOfFile: output, encoding: .utf8).filter { !$0.isWhitespace })
      else { throw CheckFailure(description: "the peak of '\(work.name)' cannot be measured: see \(output)") }
      let result = work.resultSize(archive: archive.count)
      table.add([
        work.name, Table.number(Double(growth) / Double(Graphs.count)),
        Table.number(Double(growth) / Double(archive.count)), Table.number(Double(result) / Double(archive.count)),
      ])
      switch work {
      case .encode, .encodeShuffled, .save:
        aims.add(
          "list, \(work.name), peak over the list, times the archive", Double(growth) / Double(archive.count),
          atMost: 1.1)
      case .individual, .pooled:
        aims.add(
          "list, \(work.name), peak over archive and nodes, times the archive",
          Double(growth - result) / Double(archive.count), atMost: 2)
      }
    }
    table.print()
  }

  /// The work of the separate process: prints the growth in bytes.
  static func measure(_ work: Work, folder: String) throws {
    // What is loaded and made once is no cost of a list.
    let small = list_make(10, false)
    let smallArchive = try ArchiveEncoder().encode(graph: UnsafePointer(small))
    _ = try ArchiveDecoder().decodeGraph(list_node.self, from: smallArchive)

    switch work {
    case .encode, .encodeShuffled:
      let list = UnsafePointer(list_make(Graphs.count, work == .encodeShuffled))
      try print(growth { Sink.value &+= try ArchiveEncoder().encode(graph: list).count })
    case .save:
      let list = UnsafePointer(list_make(Graphs.count, false))
      try print(growth { try ArchiveFile(path: "\(folder)/saved").blocking.save(graph: list) })
    case .individual, .pooled:
      let archive = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/archive"))
      try print(
        growth {
          let graph = try ArchiveDecoder().decodeGraph(
            list_node.self, from: archive, allocation: work == .pooled ? .pooled : .individual)
          try check("archivegen", list_is_right(graph.root, Graphs.count))
        })
    }
  }

  static func growth(_ body: () throws -> Void) throws -> Int {
    // The peak so far is forgotten.
    guard let file = fopen("/proc/self/clear_refs", "w") else { throw CheckFailure(description: "no clear_refs") }
    fputs("5", file)
    fclose(file)
    let before = try status("VmRSS")
    try body()
    return try status("VmHWM") - before
  }

  private static func status(_ key: String) throws -> Int {
    let lines = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
    guard let words = lines.first(where: { $0.hasPrefix("\(key):") })?.split(whereSeparator: \.isWhitespace),
      words.count > 1, let kibibytes = Int(words[1])
    else { throw CheckFailure(description: "no \(key) in /proc/self/status") }
    return kibibytes * 1024
  }
}
