import Foundation

/// The figures, each compared with its peers, measured in one run.
struct Options {
  static let parts = [
    "arrays", "singles", "objects", "graphs", "documents", "data", "models", "scaling", "generation", "checking",
    "compiling", "groups", "checksums",
  ]

  var only: [String] = []
  /// The tool to measure: a release build of it.
  var archivegen = ".build/release/archivegen"
  /// Where generated files go: into memory where that is a folder. For a minute or more after files were removed, ext4
  /// takes ten times as long to make others.
  var folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm/archivegen-benchmarks" : ".build-bench/work"
  /// How often the commands of "generation" run.
  var rounds = 9
  /// What a process of its own, which "graphs" starts, is to do.
  var peak: Peak.Work?
  /// The same for "scaling".
  var scale: String?

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard let value = rest.popFirst() else { throw Self.usage("'\(word)' needs a value") }
      switch word {
      case "--only" where Self.parts.contains(value): only.append(value)
      case "--archivegen": archivegen = value
      case "--folder": folder = value
      case "--peak" where Peak.Work(rawValue: value) != nil: peak = Peak.Work(rawValue: value)
      case "--scale": scale = value
      case "--rounds" where Int(value).map { $0 > 0 } == true: rounds = Int(value) ?? rounds
      default: throw Self.usage("'\(word) \(value)' means nothing")
      }
    }
  }

  func includes(_ part: String) -> Bool { only.isEmpty || only.contains(part) }

  func emptyFolder(_ name: String) throws -> String {
    let path = "\(folder)/\(name)"
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  private static func usage(_ problem: String) -> CheckFailure {
    CheckFailure(
      description:
        "\(problem); usage: Benchmarks [--only \(parts.joined(separator: "|"))]... [--archivegen PATH] [--folder DIR] [--rounds N]"
    )
  }
}

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  if let work = options.peak {
    try Peak.measure(work, folder: options.folder)
    exit(0)
  }
  if let scale = options.scale {
    try Scaling.measure(scale)
    exit(0)
  }
  var aims = Aims()
  // First: memory that other parts leave behind in the heap would spare some of these the fresh pages, and others not.
  if options.includes("data") { try LargeData.run(options, &aims) }
  if options.includes("arrays") { try Arrays.run(&aims) }
  if options.includes("singles") { try Singles.run(&aims) }
  if options.includes("groups") { try BitGroups.run() }
  if options.includes("checksums") { try Checksums.run() }
  if options.includes("objects") { try Objects.run(&aims) }
  if options.includes("graphs") { try Graphs.run(options, &aims) }
  if options.includes("documents") { try Documents.run(&aims) }
  if options.includes("models") {
    try ModelObjects.run(&aims)
    try ModelGeneration.run(options)
  }
  if options.includes("scaling") { try Scaling.run(options) }
  if options.includes("generation") { try Generation.run(options, &aims) }
  if options.includes("checking") { try Checking.run(options, &aims) }
  if options.includes("compiling") { try Compiling.run(options) }
  for part in Options.parts { try? FileManager.default.removeItem(atPath: "\(options.folder)/\(part)") }
  aims.print()
} catch {
  FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
  exit(1)
}
