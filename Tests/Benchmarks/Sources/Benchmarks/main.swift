import Foundation

/// The figures, each compared with its peers, measured in one run.
struct Options {
  static let parts = [
    "arrays", "rows", "saving", "singles", "few", "objects", "graphs", "documents", "collections", "data", "models",
    "scaling",
    "generation", "checking", "compiling", "groups", "checksums",
  ]

  var only: [String] = []
  /// The tool to measure: a release build of it.
  var archivegen = ".build/release/archivegen"
  /// Where generated files go: into memory where that is a folder. For a minute or more after files were removed, ext4
  /// takes ten times as long to make others.
  var folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm/archivegen-benchmarks" : ".build-bench/work"
  /// How often the commands of "generation" run.
  var rounds = 9
  /// Names the aims that earlier runs have reached.
  var reached = "Tests/Benchmarks/reached.txt"
  /// What a process of its own, which "graphs" starts, is to do.
  var peak: Peak.Work?
  /// The same for "saving".
  var save: Saving.Work?
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
      case "--save" where Saving.Work(rawValue: value) != nil: save = Saving.Work(rawValue: value)
      case "--reached": reached = value
      case "--scale": scale = value
      case "--rounds" where Int(value).map { $0 > 0 } == true: rounds = Int(value) ?? rounds
      default: throw Self.usage("'\(word) \(value)' means nothing")
      }
    }
  }

  func includes(_ part: String) -> Bool { only.isEmpty || only.contains(part) }

  /// Measures parts.
  func measure(_ isWanted: (String) -> Bool) throws -> Aims {
    var aims = Aims()
    func part(_ name: String, _ body: (inout Aims) throws -> Void) rethrows {
      aims.part = name
      if isWanted(name) { try body(&aims) }
    }
    // First: memory that other parts leave behind in the heap would spare some of these the fresh pages, and others not.
    try part("data") { try LargeData.run(self, &$0) }
    try part("arrays") { try Arrays.run(&$0) }
    try part("rows") { try PartialReading.run(self, &$0) }
    try part("saving") { try Saving.run(self, &$0) }
    try part("singles") {
      try Singles.run(&$0)
      try FewRecords.run(&$0)
    }
    try part("few") { try FewValues.run(&$0) }
    try part("groups") { _ in try BitGroups.run() }
    try part("checksums") { _ in try Checksums.run() }
    try part("objects") { try Objects.run(&$0) }
    try part("graphs") { try Graphs.run(self, &$0) }
    try part("documents") { try Documents.run(&$0) }
    try part("collections") { try Collections.run(&$0) }
    try part("models") {
      try ModelObjects.run(&$0)
      try ModelArrays.run(&$0)
      try ModelGeneration.run(self, &$0)
    }
    try part("scaling") { _ in try Scaling.run(self) }
    try part("generation") { try Generation.run(self, &$0) }
    try part("checking") { try Checking.run(self, &$0) }
    try part("compiling") { _ in try Compiling.run(self) }
    for part in Self.parts { try? FileManager.default.removeItem(atPath: "\(folder)/\(part)") }
    return aims
  }

  func emptyFolder(_ name: String) throws -> String {
    let path = "\(folder)/\(name)"
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  private static func usage(_ problem: String) -> CheckFailure {
    CheckFailure(
      description:
        "\(problem); usage: Benchmarks [--only \(parts.joined(separator: "|"))]... [--archivegen PATH] [--folder DIR] [--rounds N] [--reached FILE]"
    )
  }
}

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  if let work = options.peak {
    try Peak.measure(work, folder: options.folder)
    exit(0)
  }
  if let work = options.save {
    try Saving.measure(work, folder: options.folder)
    exit(0)
  }
  if let scale = options.scale {
    try Scaling.measure(scale, folder: options.folder)
    exit(0)
  }
  var aims = try options.measure { options.includes($0) }
  aims.print()
  var reached = try ReachedAims(options.reached)
  var missed = reached.missed(aims)
  try reached.add(aims)
  for _ in 0..<2 where !missed.isEmpty {
    let parts = Set(missed.map(\.part))
    print("\nMissed by more than a fifth, so measured again: \(parts.sorted().joined(separator: ", "))")
    aims = try options.measure { parts.contains($0) }
    let again = Set(reached.missed(aims).map(\.name))
    missed.removeAll { !again.contains($0.name) }
  }
  for aim in missed { print("Reached before, and missed in three runs: \(aim.cells.joined(separator: " "))") }
  if !missed.isEmpty { exit(1) }
} catch {
  FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
  exit(1)
}
