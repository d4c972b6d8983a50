import ArchiveRuntime
import Foundation
import RuntimeTestC
import Testing

/// The kinds of saves and loads; each uses another part of the engine.
enum EngineWork: CaseIterable {
  case records, list, chain, texts

  func save(to file: ArchiveFile, _ progress: @escaping @Sendable (ArchiveProgress) -> Void) async throws {
    switch self {
    case .records: try await file.save(somePoints(600_000), progress: progress)
    case .list:
      let list = Link.list(200_000)
      defer { list.deallocate() }
      try await file.save(graph: UnsafePointer(list), progress: progress)
    case .chain:
      let chain = ChainLink.chain(60_000)
      defer { _ = ChainLink.takeApart(chain) }
      try await file.save(chain, progress: progress)
    case .texts: try await file.save((0..<150_000).map { "text \($0)" }, progress: progress)
    }
  }

  func load(from file: ArchiveFile, _ progress: @escaping @Sendable (ArchiveProgress) -> Void) async throws {
    switch self {
    case .records: _ = try await file.load([point].self, progress: progress)
    case .list: _ = try await file.loadGraph(Link.self, progress: progress)
    case .chain: _ = ChainLink.takeApart(try await file.load(ChainLink?.self, progress: progress))
    case .texts: _ = try await file.load([String].self, progress: progress)
    }
  }
}

@Suite("Progress covers encoding and decoding, and both can be stopped")
struct EngineProgressTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("The fraction rises through both phases of a save and of a load", arguments: EngineWork.allCases)
  func phases(work: EngineWork) async throws {
    let file = ArchiveFile(path: folder["file"])
    // The second save has an estimate from the first.
    for _ in 0..<2 {
      let saved = Shared<[ArchiveProgress]>([])
      try await work.save(to: file) { progress in saved.with { $0.append(progress) } }
      checkFractions(saved.with { $0 }, [.encoding, .writing])
      #expect(onTheWay(saved.with { $0 }, .encoding) >= 5)
      #expect(saved.with { $0 }.allSatisfy { $0.phase == .writing || $0.completedByteCount == 0 })
    }
    let loaded = Shared<[ArchiveProgress]>([])
    try await work.load(from: file) { progress in loaded.with { $0.append(progress) } }
    checkFractions(loaded.with { $0 }, [.reading, .decoding])
    #expect(onTheWay(loaded.with { $0 }, .decoding) >= 5)
  }

  /// How many different fractions a phase was followed by, its ends aside.
  private func onTheWay(_ told: [ArchiveProgress], _ phase: ArchiveProgress.Phase) -> Int {
    Set(told.filter { $0.phase == phase }.compactMap(\.fraction)).count - 2
  }

  @Test("A save that is cancelled while it encodes ends there, and the old file stays", arguments: EngineWork.allCases)
  func cancelledEncoding(work: EngineWork) async throws {
    try folder.write("file", Data("old".utf8))
    let path = folder["file"]
    let after = try await cancelled(in: .encoding) { progress in
      try await work.save(to: ArchiveFile(path: path), progress)
    }
    #expect(after.isEmpty, "it went on after it was cancelled: \(after)")
    #expect(try folder.read("file") == Data("old".utf8))
    #expect(folder.names == ["file"])
  }

  @Test("A load that is cancelled while it decodes ends there", arguments: EngineWork.allCases)
  func cancelledDecoding(work: EngineWork) async throws {
    let path = folder["file"]
    try await work.save(to: ArchiveFile(path: path)) { _ in }
    let after = try await cancelled(in: .decoding) { progress in
      try await work.load(from: ArchiveFile(path: path), progress)
    }
    #expect(after.isEmpty, "it went on after it was cancelled: \(after)")
  }

  /// Cancels the task at the second report of a phase.
  ///
  /// - Returns: What was reported afterwards.
  private func cancelled(
    in phase: ArchiveProgress.Phase,
    _ body: @escaping @Sendable (@escaping @Sendable (ArchiveProgress) -> Void) async throws -> Void
  ) async throws -> [ArchiveProgress] {
    let task = Shared<Task<Void, any Error>?>(nil)
    let reports = Shared(0)
    let after = Shared<[ArchiveProgress]>([])
    let running = Task {
      try await body { progress in
        guard progress.phase == phase else { return }
        let count = reports.with { reports -> Int in
          reports += 1
          return reports
        }
        if count > 2 { after.with { $0.append(progress) } }
        guard count == 2 else { return }
        // The task may be known a moment after it runs.
        while task.with({ $0 == nil }) { usleep(100) }
        task.with { $0?.cancel() }
      }
    }
    task.with { $0 = running }
    await #expect(throws: CancellationError.self) { try await running.value }
    return after.with { $0 }
  }

  @Test("A pipe is read to its writer's end, and waiting for a writer ends with the task")
  func pipes() async throws {
    let path = folder["pipe"]
    try #require(mkfifo(path, 0o600) == 0)
    let data = try ArchiveEncoder().encode(somePoints(50_000))
    let writer = Thread { try? data.write(to: URL(fileURLWithPath: path)) }
    writer.start()
    let told = Shared<[Double?]>([])
    let points = try await ArchiveFile(path: path).load([point].self) { progress in
      told.with { $0.append(progress.fraction) }
    }
    #expect(points.count == 50_000)
    #expect(told.with { $0.first == .some(nil) && $0.last == 1 })

    let waiting = Task { try await ArchiveFile(path: path).load(order.self) }
    // It may wait already, or begin later: both end.
    usleep(20_000)
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test("A huge file of another kind is refused before its pages are fetched")
  func sparse() throws {
    let before = try residentBytes()
    for (name, beginning, length) in [
      ("zeros", "", 4 << 30), ("list", "bplist00", 4 << 30), ("larger than memory", "bplist00", 1 << 42),
    ] {
      try folder.write(name, Data(beginning.utf8))
      guard truncate(folder[name], length) == 0 else { continue }
      for reading in [ArchiveFile.Reading.automatic, .copied, .mapped] {
        let error = #expect(throws: ArchiveError.self) {
          try ArchiveFile(path: folder[name], reading: reading).blocking.load([point].self)
        }
        switch error?.code {
        case .notAnArchive, .corrupt: break
        default: #expect(error?.details.limit == "maximumByteCount", "\(name) gave \(String(describing: error))")
        }
      }
    }
    #expect(try residentBytes() - before < 100 << 20)
  }

  private func residentBytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return (Int(status[1]) ?? 0) * Int(getpagesize())
  }
}

/// Checks that the fraction rises from 0 to 1 through these phases in their order, and is 1 only at the end.
func checkFractions(_ told: [ArchiveProgress], _ phases: [ArchiveProgress.Phase]) {
  let fractions = told.compactMap(\.fraction)
  #expect(fractions.count == told.count)
  #expect(fractions.first == 0 && fractions.last == 1)
  #expect(zip(fractions, fractions.dropFirst()).allSatisfy { $0 <= $1 })
  #expect(fractions.dropLast().allSatisfy { $0 < 1 })
  var order: [ArchiveProgress.Phase] = []
  for progress in told where order.last != progress.phase { order.append(progress.phase) }
  #expect(order == phases)
}
