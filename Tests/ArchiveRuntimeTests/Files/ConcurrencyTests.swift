import ArchiveRuntime
import Foundation
import RuntimeTestC
import Testing
import TestRandom

@Suite("Whoever saves at the same time, one of the archives is there", .serialized)
struct ConcurrencyTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("Threads that save to one file while others load it")
  func threads() async throws {
    let path = folder["file"]
    try await ArchiveFile(path: path).save(somePoints(50_000))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for saver in 1...4 {
        group.addTask { for _ in 0..<25 { try await ArchiveFile(path: path).save(somePoints(50_000, Int32(saver))) } }
      }
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<40 {
            let points = try await ArchiveFile(path: path).load([point].self)
            #expect(points.count == 50_000 && Set(points.map(\.y)).count == 1)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(folder.names == ["file"])
  }

  @Test("Processes that save to one file")
  func processes() throws {
    let archives = (1...4).map { someArchive(UInt8($0), count: 2_000_000 + $0 * 100_000) }
    for (index, archive) in archives.enumerated() { try folder.write("archive\(index)", archive) }
    let savers = try archives.indices.map { try Saver(folder["file"], times: 40, [folder["archive\($0)"]]) }
    var seen = Set<Int>()
    while savers.contains(where: { $0.process.isRunning }) {
      guard let data = try? folder.read("file") else { continue }
      let index = archives.firstIndex(of: data)
      #expect(index != nil, "a mixed file of \(data.count) bytes")
      if let index { seen.insert(index) }
    }
    for saver in savers {
      let (status, errors) = saver.finish()
      #expect(status == 0, "\(errors)")
    }
    #expect(seen.count > 1)
    #expect(folder.leftovers.isEmpty)
  }

  @Test("A process that is killed at any moment leaves the old or the new archive, whole")
  func killed() throws {
    let archives = [someArchive(1, count: 3_000_000), someArchive(2, count: 5_000_000)]
    try folder.write("one", archives[0])
    try folder.write("two", archives[1])
    let inputs = [folder["one"], folder["two"]]
    try FileManager.default.createDirectory(atPath: folder["saves"], withIntermediateDirectories: false)
    try folder.write("saves/file", archives[0])
    let saves = folder["saves"]
    func leftovers() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: saves).filter { $0 != "file" }
    }

    var counts = [0, 0]
    var (kills, withLeftover) = (0, 0)
    var random = SeededRandom.replayable()
    // Some kills have to come during a save, and some between two.
    while kills < 150 || kills < 3_000 && (counts.contains(0) || withLeftover == 0) {
      // It begins with either, so that the file it finds is now the same and now the other.
      let saver = try Saver(saves + "/file", times: 0, kills % 2 == 0 ? inputs : inputs.reversed())
      saver.awaitStart()
      usleep(UInt32.random(in: 0..<20_000, using: &random))
      saver.kill()
      kills += 1
      let data = try folder.read("saves/file")
      guard let index = archives.firstIndex(of: data) else {
        Issue.record(
          "seed \(random.seed): after kill \(kills) the file has \(data.count) bytes that are neither archive")
        return
      }
      counts[index] += 1
      // Each process clears away what the one before has left, so there is one at most.
      let left = try leftovers()
      #expect(left.count <= 1, "\(left)")
      withLeftover += left.isEmpty ? 0 : 1
    }
    #expect(
      counts[0] > 0 && counts[1] > 0 && withLeftover > 0,
      "seed \(random.seed): of \(kills) kills \(counts[0]) left the one archive, \(counts[1]) the other, \(withLeftover) a temporary"
    )

    // The next process's save deletes what is left, and keeps files that only look similar.
    let strangers = [
      ".x.0123456789abcdef", ".file.archivefile", "file.0123456789abcdef.archivefile", ".file.x.archivefile",
    ]
    for name in strangers { try folder.write("saves/" + name, Data("mine".utf8)) }
    try folder.write("saves/.gone.0123456789abcdef.archivefile", Data("left".utf8))
    #expect(try Saver(saves + "/file", times: 1, inputs).finish().status == 0)
    #expect(try leftovers().sorted() == strangers.sorted())
    #expect(try folder.read("saves/file") == archives[0])
  }

  @Test("A temporary that a living process works on is left alone")
  func living() throws {
    try folder.write("new", someArchive(1, count: 1000))
    let name = ".file.0123456789abcdef.archivefile"
    let descriptor = open(folder[name], O_RDWR | O_CREAT, 0o600)
    try #require(flock(descriptor, LOCK_EX) == 0)
    #expect(try Saver(folder["file"], times: 1, [folder["new"]]).finish().status == 0)
    #expect(folder.leftovers == [name])
    close(descriptor)
    #expect(try Saver(folder["file"], times: 1, [folder["new"]]).finish().status == 0)
    #expect(folder.leftovers.isEmpty)
  }

  @Test("Somebody else's file is left alone", .enabled(if: geteuid() == 0, "only root gives files away"))
  func others() throws {
    try folder.write("new", someArchive(1, count: 1000))
    let names = [".file.0123456789abcdef.archivefile", ".file.1123456789abcdef.archivefile"]
    for name in names { try folder.write(name, Data("theirs".utf8)) }
    try #require(chown(folder[names[0]], 12, 34) == 0)
    try #require(Foundation.link(folder[names[1]], folder["kept"]) == 0)
    #expect(try Saver(folder["file"], times: 1, [folder["new"]]).finish().status == 0)
    #expect(folder.leftovers == names)
  }
}
