import ArchiveRuntime
import Foundation
import RuntimeTestC
import TestRandom
import Testing

@Suite("Loading any kind of file ends with a value or an error")
struct LoadingTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("An empty file, a folder, a device, none")
  func others() throws {
    try folder.write("empty", Data())
    #if os(Linux)
      let paths = [folder["empty"], "/dev/null", "/proc/self/status"]
    #else
      let paths = [folder["empty"], "/dev/null"]
    #endif
    for reading in [ArchiveFile.Reading.automatic, .copied, .mapped] {
      for path in paths {
        let file = ArchiveFile(path: path, reading: reading)
        let error = #expect(throws: ArchiveError.self) { try file.blocking.load(order.self) }
        guard error?.code == .notAnArchive else {
          Issue.record("\(path) gave \(String(describing: error))")
          continue
        }
      }
      let found = failure { _ = try ArchiveFile(path: folder.path, reading: reading).blocking.load(order.self) }
      #expect(found?.operation == .read && found?.code == EISDIR)
    }
  }

  @Test("An endless device, and a pipe that does not begin like an archive, are not read to their ends")
  func beginnings() throws {
    for reading in [ArchiveFile.Reading.automatic, .copied, .mapped] {
      let error = #expect(throws: ArchiveError.self) {
        try ArchiveFile(path: "/dev/zero", reading: reading).blocking.load([point].self)
      }
      #expect(error?.code == .notAnArchive)
    }
    let path = folder["pipe"]
    try #require(mkfifo(path, 0o600) == 0)
    // Its writer never closes it.
    let writer = open(path, O_RDWR)
    defer { close(writer) }
    let text = Array("name,price\n".utf8)
    try #require(write(writer, text, text.count) == text.count)
    let error = #expect(throws: ArchiveError.self) { try ArchiveFile(path: path).blocking.load([point].self) }
    #expect(error?.code == .notAnArchive)
  }

  @Test("A file past the limit is not read, and neither is an endless device")
  func limit() throws {
    try ArchiveFile(path: folder["points"]).blocking.save(somePoints(100_000))
    var limits = ArchiveDecoder.Limits()
    limits.maximumByteCount = 100_000
    // What follows begins like an archive, and never ends.
    let pipe = folder["pipe"]
    try #require(mkfifo(pipe, 0o600) == 0)
    let descriptor = open(pipe, O_RDWR)
    let isDone = Shared(false)
    let ended = DispatchSemaphore(value: 0)
    Thread {
      let bytes = Array("bplist00".utf8) + [UInt8](repeating: 0, count: 4_096 - 8)
      while !isDone.with({ $0 }) {
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&state, 1, 10) > 0 { _ = write(descriptor, bytes, bytes.count) }
      }
      ended.signal()
    }.start()
    defer {
      isDone.with { $0 = true }
      ended.wait()
      close(descriptor)
    }
    for path in [folder["points"], pipe] {
      for reading in [ArchiveFile.Reading.automatic, .copied, .mapped] {
        let error = #expect(throws: ArchiveError.self) {
          try ArchiveFile(path: path, limits: limits, reading: reading).blocking.load([point].self)
        }
        guard error?.details.limit == "maximumByteCount", error?.details.maximum == 100_000 else {
          Issue.record("\(path) gave \(String(describing: error))")
          continue
        }
      }
    }
  }

  @Test("A file that is shortened and rewritten in place while it is loaded")
  func shrinking() throws {
    let path = folder["points"]
    let data = try ArchiveEncoder().encode(somePoints(100_000))
    try folder.write("points", data)
    let isDone = Shared(false)
    let ended = DispatchSemaphore(value: 0)
    let seed = SeededRandom.replayable().seed
    let writer = Thread {
      var random = SeededRandom(seed: seed)
      while !isDone.with({ $0 }) {
        let descriptor = open(path, O_WRONLY | O_TRUNC)
        _ = data.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        truncate(path, 300_000)
        truncate(path, off_t(data.count))
        usleep(UInt32.random(in: 0..<2_000, using: &random))
      }
      ended.signal()
    }
    writer.start()
    var (loaded, failed) = (0, 0)
    for _ in 0..<300 {
      do throws(ArchiveError) {
        _ = try ArchiveFile(path: path).blocking.load([point].self)
        loaded += 1
      } catch { failed += 1 }
    }
    isDone.with { $0 = true }
    ended.wait()
    #expect(loaded + failed == 300)
    #expect(failed > 0, "the writer never came between; this test shows nothing (seed \(seed))")
  }

  #if os(Linux)
    @Test("A process that locks the file to change it waits until it is loaded; saving does not")
    func lease() throws {
      let path = folder["points"]
      let file = ArchiveFile(path: path)
      try file.blocking.save(somePoints(100_000, 1))
      let outcomes = Shared<[String]>([])
      let back = try file.blocking.load([point].self) { progress in
        guard progress.phase == .decoding, outcomes.with({ $0.isEmpty }) else { return }
        let descriptor = open(path, O_WRONLY | O_NONBLOCK)
        outcomes.with { $0.append(descriptor == -1 && errno == EWOULDBLOCK ? "waits" : "opened") }
        if descriptor != -1 { close(descriptor) }
        let saved = Result { try file.blocking.save(somePoints(1, 2)) }
        outcomes.with { $0.append("\(saved)") }
      }
      #expect(outcomes.with { $0 } == ["waits", "success()"])
      #expect(back.count == 100_000 && back.allSatisfy { $0.y == 1 })
      #expect(try file.blocking.load([point].self).map(\.y) == [2])
      let descriptor = open(path, O_WRONLY | O_NONBLOCK)
      #expect(descriptor != -1, "the lease has to end with the load")
      close(descriptor)
    }

    @Test("A file that somebody has open for writing is read, not mapped")
    func openForWriting() throws {
      let path = folder["points"]
      try ArchiveFile(path: path).blocking.save(somePoints(100_000))
      let descriptor = open(path, O_WRONLY)
      defer { close(descriptor) }
      let isMapped = Shared(false)
      let back = try ArchiveFile(path: path).blocking.load([point].self) { _ in
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        if maps.contains(path) { isMapped.with { $0 = true } }
      }
      #expect(back.count == 100_000)
      #expect(!isMapped.with { $0 })
    }

    @Test("Neither loading nor saving leaves files open or mapped")
    func descriptors() throws {
      let path = folder["points"]
      for index in 0..<50 {
        try ArchiveFile(path: path).blocking.save(somePoints(40_000))
        _ = try ArchiveFile(path: path).blocking.load([point].self)
        _ = try? ArchiveFile(path: path).blocking.load(order.self)
        _ = try? ArchiveFile(path: folder.path).blocking.save(somePoints(index))
        _ = try ArchiveFile(path: path, reading: .mapped).blocking.reader()
      }
      // Of this folder only: other tests run at the same time.
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }
      #expect(open.filter { $0.hasPrefix(folder.path) }.isEmpty)
      #expect(try !String(contentsOfFile: "/proc/self/maps", encoding: .utf8).contains(folder.path))
    }
  #endif
}
