import ArchiveRuntime
import Foundation
import RuntimeTestC
import Testing

@Suite("Large archives report progress, and can be cancelled")
struct ProgressTests {
  let folder: TemporaryFolder
  let large = someArchive(7, count: 20 << 20)
  init() throws { folder = try TemporaryFolder() }

  @Test("Saving bytes reports progress from zero to all in steps of a mebibyte")
  func saving() async throws {
    let told = Shared<[ArchiveProgress]>([])
    try await ArchiveFile(path: folder["file"]).save(data: large) { progress in told.with { $0.append(progress) } }
    try check(told.with { $0 }, total: large.count)
  }

  @Test("Reading a file counts too, mapped and copied", arguments: [ArchiveFile.Reading.automatic, .copied])
  func loading(reading: ArchiveFile.Reading) async throws {
    let data = try ArchiveEncoder().encode(somePoints(1_500_000))
    try folder.write("file", data)
    let told = Shared<[ArchiveProgress]>([])
    let back = try await ArchiveFile(path: folder["file"], reading: reading).load([point].self) { progress in
      told.with { $0.append(progress) }
    }
    #expect(back.count == 1_500_000)
    let whole = told.with { $0 }
    try check(whole.filter { $0.phase == .reading }, total: data.count, end: 0.4)
    let decoding = whole.filter { $0.phase == .decoding }
    #expect(decoding.allSatisfy { $0.completedByteCount == data.count && $0.totalByteCount == data.count })
    checkFractions(whole, [.reading, .decoding])
    #expect(decoding.count > 20, "decoding is followed on its way")
  }

  private func check(_ told: [ArchiveProgress], total: Int, end: Double = 1) throws {
    let counts = told.map(\.completedByteCount)
    #expect(told.allSatisfy { $0.totalByteCount == total })
    #expect(counts.first == 0 && counts.last == total && told.last?.fraction == end)
    let steps = zip(counts, counts.dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { $0 > 0 && $0 <= 2 << 20 }, "\(steps)")
    #expect(told.count >= total >> 21)
  }

  @Test("A small archive reports progress at the beginning and the end")
  func small() throws {
    let told = Shared<[Double?]>([])
    try ArchiveFile(path: folder["file"]).blocking.save(someOrder()) { progress in
      told.with { $0.append(progress.fraction) }
    }
    _ = try ArchiveFile(path: folder["file"]).blocking.load(order.self) { progress in
      told.with { $0.append(progress.fraction) }
    }
    let fractions = told.with { $0 }.compactMap(\.self)
    #expect(fractions.first == 0 && fractions.last == 1)
    #expect(fractions.count == told.with { $0.count }, "the length of a file is known")
  }

  @Test("A save that is cancelled leaves the old file, and nothing else", arguments: [0.0, 0.3, 0.9])
  func cancelledSave(at fraction: Double) async throws {
    try folder.write("file", Data("old".utf8))
    let task = Shared<Task<Void, any Error>?>(nil)
    let (path, large) = (folder["file"], large)
    let last = Shared(0.0)
    let running = Task {
      try await ArchiveFile(path: path).save(data: large) { progress in
        last.with { $0 = progress.fraction ?? -1 }
        guard let now = progress.fraction, now >= fraction, now < 1 else { return }
        // The task may be known a moment after it runs.
        while task.with({ $0 == nil }) { usleep(100) }
        task.with { $0?.cancel() }
      }
    }
    task.with { $0 = running }
    await #expect(throws: CancellationError.self) { try await running.value }
    #expect(last.with { $0 } < fraction + 0.1, "it went on after it was cancelled")
    #expect(try folder.read("file") == Data("old".utf8))
    #expect(folder.names == ["file"])
  }

  @Test("A load that is cancelled on its way ends", arguments: [ArchiveFile.Reading.automatic, .copied])
  func cancelledLoad(reading: ArchiveFile.Reading) async throws {
    try folder.write("file", try ArchiveEncoder().encode(somePoints(1_500_000)))
    let task = Shared<Task<Void, any Error>?>(nil)
    let path = folder["file"]
    let running = Task {
      _ = try await ArchiveFile(path: path, reading: reading).load(order.self) { _ in
        while task.with({ $0 == nil }) { usleep(100) }
        task.with { $0?.cancel() }
      }
    }
    task.with { $0 = running }
    await #expect(throws: CancellationError.self) { try await running.value }
  }

  @Test("A task that was cancelled before does nothing at all")
  func cancelledBefore() async throws {
    let path = folder["file"]
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await ArchiveFile(path: path).save(someOrder())
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(folder.names.isEmpty)
  }

  @Test("A cancellation that comes after the end changes nothing")
  func cancelledAfter() async throws {
    let path = folder["file"]
    let task = Task { try await ArchiveFile(path: path).save(someOrder()) }
    try await task.value
    task.cancel()
    #expect(bytes(try await ArchiveFile(path: path).load(order.self)) == bytes(someOrder()))
  }

  @Test("Many concurrent calls do not block the threads of tasks")
  func many() async throws {
    let path = folder.path
    let points = 50
    try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<64 {
        group.addTask {
          let file = ArchiveFile(path: "\(path)/\(index)")
          try await file.save(somePoints(points, Int32(index)))
          return try await file.load([point].self).filter { $0.y == Int32(index) }.count
        }
      }
      for try await count in group { #expect(count == points) }
    }
  }
}
