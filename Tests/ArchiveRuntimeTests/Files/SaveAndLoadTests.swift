import ArchiveRuntime
import Foundation
import RuntimeTestC
import Testing

@Suite("A saved file is loaded again")
struct SaveAndLoadTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("one record, by the call of the contract")
  func record() async throws {
    let url = URL(fileURLWithPath: folder["an order.archive"])
    try await ArchiveFile(url).save(someOrder())
    let back = try await ArchiveFile(url).load(order.self)
    #expect(bytes(back) == bytes(someOrder()))
    #expect(folder.names == ["an order.archive"])
  }

  @Test("an array, small or large, however the file is read", arguments: [0, 1, 1000, 200_000])
  func array(count: Int) throws {
    let points = somePoints(count)
    try ArchiveFile(path: folder["points"]).blocking.save(points)
    for reading in [ArchiveFile.Reading.automatic, .copied, .mapped] {
      let back = try ArchiveFile(path: folder["points"], reading: reading).blocking.load([point].self)
      #expect(back.map(\.x) == points.map(\.x), "read \(reading)")
    }
  }

  @Test("a graph, blocking and awaited")
  func graph() async throws {
    let nodes = Link.list(100_000)
    defer { nodes.deallocate() }
    let file = ArchiveFile(path: folder["list"])
    try await file.save(graph: UnsafePointer(nodes))
    let graph = try await file.loadGraph(Link.self, allocation: .pooled)
    #expect(graph.nodes(of: Link.self).count == 100_000)
    try blocking {
      try file.blocking.save(graph: graph.root.map { UnsafePointer($0) })
      let again = try file.blocking.loadGraph(Link.self)
      #expect(again.nodes(of: Link.self).last?.pointee.value == 99_999)
    }
  }

  @Test("several roots of one graph, which share nodes, blocking and awaited")
  func severalRoots() async throws {
    let nodes = Link.list(100)
    defer { nodes.deallocate() }
    let roots = [UnsafePointer(nodes), nil, UnsafePointer(nodes + 50)]
    let file = ArchiveFile(path: folder["lists"])
    func check() throws {
      let graph = try file.blocking.loadGraph(Link.self)
      #expect(graph.nodes(of: Link.self).count == 100 && graph.roots.map { $0?.pointee.value } == [0, nil, 50])
    }
    try await file.save(graphs: roots)
    try check()
    try blocking {
      try file.blocking.save(graphs: roots)
      try check()
    }
  }

  @Test("some rows, one member and the number of rows, blocking and awaited")
  func parts() async throws {
    let points = somePoints(1_000)
    let file = ArchiveFile(path: folder["points"], reading: .mapped)
    try await file.save(points)
    let rows = try await file.rows(5..<9, of: point.self)
    #expect(rows.map(\.x) == points[5..<9].map(\.x))
    let column = try await file.column(\point.y, rows: 5..<9)
    let count = try await file.rowCount(of: point.self)
    #expect(column == points[5..<9].map(\.y) && count == 1_000)
    try blocking {
      let rows = try file.blocking.rows(5..<9, of: point.self)
      let column = try file.blocking.column(\point.y)
      let count = try file.blocking.rowCount(of: point.self)
      #expect(rows.map(\.x) == points[5..<9].map(\.x) && column == points.map(\.y) && count == 1_000)
    }
  }

  @Test("several values, whose decoder outlives the file")
  func several() async throws {
    var encoder = ArchiveWriter()
    try encoder.encode(someOrder(), forKey: "theStruct")
    try encoder.encode(somePoints(100_000), forKey: "points")
    let file = ArchiveFile(path: folder["several"])
    try await file.save(data: try encoder.finish())
    let decoder = try await file.reader()
    // In place, not by a rename.
    try FileHandle(forWritingTo: URL(fileURLWithPath: file.path)).truncate(atOffset: 0)
    #expect(bytes(try decoder.decode(order.self, forKey: "theStruct")) == bytes(someOrder()))
    #expect(try decoder.decode([point].self, forKey: "points").count == 100_000)
  }

  @Test("on a thread with a small stack")
  func smallStack() throws {
    let path = folder["list"]
    try onThread(stackSize: 128 << 10) {
      let nodes = Link.list(300_000)
      defer { nodes.deallocate() }
      try ArchiveFile(path: path).blocking.save(graph: UnsafePointer(nodes))
      #expect(try ArchiveFile(path: path).blocking.loadGraph(Link.self).nodes(of: Link.self).count == 300_000)
    }
  }

  @MainActor @Test("from an actor, which stays free in the meantime")
  func actor() async throws {
    let file = ArchiveFile(path: folder["points"])
    let points = somePoints(10_000)
    try await file.save(points)
    #expect(try await file.load([point].self).count == 10_000)
  }

  @Test("a name as long as names may be")
  func longName() throws {
    let name = String(repeating: "ä", count: 127)
    try ArchiveFile(path: folder[name]).blocking.save(someOrder())
    #expect(folder.names == [name])
  }

  @Test("through a pipe, whose length is unknown")
  func pipe() throws {
    let data = try ArchiveEncoder().encode(somePoints(50_000))
    let path = folder["pipe"]
    try #require(mkfifo(path, 0o600) == 0)
    let thread = Thread { try? FileHandle(forWritingAtPath: path)?.write(contentsOf: data) }
    thread.start()
    let totals = Shared<Set<Int?>>([])
    let back = try ArchiveFile(path: path).blocking.load([point].self) { progress in
      totals.with { _ = $0.insert(progress.totalByteCount) }
    }
    #expect(back.count == 50_000)
    #expect(totals.with { $0 } == [nil])
  }

  /// Calls that are not async, from a test that is.
  private func blocking(_ body: () throws -> Void) rethrows { try body() }
}
