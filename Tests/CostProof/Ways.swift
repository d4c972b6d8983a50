import ArchiveInspection
import ArchiveRuntime
import ArgumentParser
import Foundation
import InspectionCommands
import UntypedArchive

/// A way in or out. It is given an archive, and gives the length of what it writes.
struct Way {
  let name: String
  /// What it may cost besides, however small the archive is: some ways have a limit that is a constant, below which a cost may
  /// grow as it does.
  let allowance: Cost
  /// Whether it takes so long for the smallest archive that only a few shapes have it in small runs.
  var isSlow = false
  let run: (Data) throws -> Int

  init(_ name: String, allowance: Cost = .none, _ run: @escaping (Data) throws -> Int) {
    (self.name, self.allowance, self.run) = (name, allowance, run)
  }
}

/// The ways of the tool: its commands themselves, with files.
struct CommandWays {
  private let folder: URL
  private let output: URL
  private let outputDescriptor: Int32
  /// The program's own output.
  let report: FileHandle

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "cost-proof-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    output = folder.appending(path: "output")
    report = FileHandle(fileDescriptor: dup(STDOUT_FILENO))
    outputDescriptor = open(output.path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    // What commands print is counted, and nobody reads it.
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] { dup2(outputDescriptor, descriptor) }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  /// - Parameter other: gives the second archive to commands that compare.
  private func command<Command: ParsableCommand>(
    _ type: Command.Type, _ arguments: String..., allowance: Cost = .none, isSlow: Bool = false,
    other: ((Data) throws -> Data)? = nil
  ) throws -> Way {
    let (first, second, result) = (path("a.plist"), path("b.plist"), path("result"))
    let whole = arguments.map { ["A": first, "B": second, "RESULT": result][$0] ?? $0 }
    let parsed = try type.parse(whole)
    let name = "\(Command._commandName) " + arguments.joined(separator: " ")
    var way = Way(name, allowance: allowance) { data in
      try data.write(to: URL(fileURLWithPath: first))
      if let other { try other(data).write(to: URL(fileURLWithPath: second)) }
      ftruncate(outputDescriptor, 0)
      lseek(outputDescriptor, 0, SEEK_SET)
      unlink(result)
      var command = parsed
      // A command that fails has said why, and what it wrote so far counts.
      do { try command.run() } catch is ExitCode {}
      let written = (try? FileManager.default.attributesOfItem(atPath: result)[.size] as? Int) ?? nil
      return Int(lseek(outputDescriptor, 0, SEEK_END)) + (written ?? 0)
    }
    way.isSlow = isSlow
    return way
  }

  func all() throws -> [Way] {
    // A megabyte of values that are repeated.
    let repeated = Cost(instructions: 500_000_000, allocated: 32 << 20, peak: 8 << 20, output: 2 << 20)
    // A table of dictionaries with 1,024 keys in all, of which each row has one.
    let sparse = Cost(instructions: 1 << 30, allocated: 64 << 20, peak: 16 << 20, output: 16 << 20)
    // A thousand elements of a list that differ, a thousand differences that are listed.
    let different = Cost(instructions: 4 << 30, allocated: 64 << 20, peak: 16 << 20, output: 16 << 20)
    return try [
      command(InspectCommand.self, "A"),
      command(InspectCommand.self, "A", "--head", "1000000", "--offsets", "--expand-data", allowance: repeated),
      command(InspectCommand.self, "A", "--raw", "--head", "1000000"),
      command(InspectCommand.self, "A", "--format", "json"),
      command(InspectCommand.self, "A", "root", "--format", "json", allowance: repeated),
      command(InspectCommand.self, "A", "root", "--format", "jsonl", allowance: repeated),
      command(InspectCommand.self, "A", "root", "--format", "csv", allowance: sparse),
      command(InspectCommand.self, "A", "--format", "xml1"),
      command(InspectCommand.self, "A", "--schema", allowance: sparse), command(InspectCommand.self, "A", "--stats"),
      command(InspectCommand.self, "A", "--strings"), command(InspectCommand.self, "A", "root", "--count"),
      command(InspectCommand.self, "A", "--salvage"),
      command(InspectCommand.self, "A", "--html", "RESULT", allowance: sparse, isSlow: true),
      command(ConvertCommand.self, "A", "RESULT", "--to", "json"),
      command(GraphCommand.self, "A", "--dot", "--most", "100000", allowance: repeated),
      // The arrangement takes the square of what is drawn.
      command(GraphCommand.self, "A", "--svg", "--most", "16"),
      // The same values as another writer has them, which none of the quick comparisons know.
      command(DiffCommand.self, "A", "B", allowance: different, other: Self.rewritten),
      command(DiffCommand.self, "A", "B", "--format", "json", allowance: different, other: Self.changed),
      command(DiffCommand.self, "A", "B", "--format", "html", allowance: different, isSlow: true, other: Self.changed),
      Way("lint") { ArchiveLint.check(ArchiveBytes(copying: $0)).findings.count },
      Way("lint of a cut file") {
        ArchiveLint.check(ArchiveBytes(copying: $0.prefix($0.count * 9 / 10))).findings.count
      },
      Way("salvage of a cut file") {
        var count = 0
        _ = Salvage.run(ArchiveBytes(copying: $0.prefix($0.count * 9 / 10))) { _ in count += 1 }
        return count
      },
      Way("JSON in") { data in
        let json = OutputBuffer(.memory)
        try LosslessJSONWriter.write(try ArchiveDocument.opening(ArchiveBytes(copying: data)), to: json)
        json.flush()
        return try json.data.withUnsafeBytes { try LosslessJSONReader.read($0).data.count }
      },
      Way("XML in") { try ArchiveDocument.opening(ArchiveBytes(copying: try Self.xml($0))).view.objectCount },
    ]
  }

  private static func xml(_ data: Data) throws -> Data {
    try XMLPropertyListWriter.xml(data, maximumByteCount: max(data.count &* 200, 64 << 20))
  }

  private static func rewritten(_ data: Data) throws -> Data {
    try XMLPropertyListReader.rewrite(try xml(data), encoding: .utf8, limits: PropertyListLimits())
  }

  /// Another last byte of every text, number and data: nothing is equal any more.
  private static func changed(_ data: Data) throws -> Data {
    let document = try ArchiveDocument.opening(ArchiveBytes(copying: data))
    var bytes = data
    for index in 0..<document.view.objectCount {
      let end: Int
      switch try document.view.node(index) {
      case .data(let range) where !range.isEmpty: end = range.upperBound
      case .integer: end = try document.view.offset(of: index) + 2
      default: continue
      }
      bytes[bytes.startIndex + end - 1] ^= 1
    }
    return bytes
  }
}
