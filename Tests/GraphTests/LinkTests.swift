import ArchiveRuntime
import CGraphs
import GraphArchives
import Testing

/// Graphs by their shape.
@Suite struct LinkTests {
  @Test("A singly linked list") func singlyLinked() throws { try expectRoundTrip(sl_build, sl_check, sl_free) }

  @Test("A singly linked list of any length", arguments: [1, 2, 255, 256, 257, 70_000])
  func chain(count: Int) throws {
    try expectRoundTrip({ sl_build_chain(count) }, { sl_check_chain($0, count) }, sl_free)
  }

  @Test("No list at all")
  func null() throws {
    let data = try ArchiveEncoder().encode(graph: nil as UnsafePointer<sl_node>?)
    let graph = try ArchiveDecoder().decodeGraph(sl_node.self, from: data)
    #expect(graph.root == nil && graph.roots.count == 1 && graph.nodes(of: sl_node.self).isEmpty)
  }

  @Test("A doubly linked list, with its ends in another struct")
  func doublyLinked() throws {
    try expectRoundTrip(dl_build, dl_check, dl_free)
    try expectRoundTrip({ dl_build_long(1000) }, { dl_check_long($0, 1000) }, dl_free)
    try expectRoundTrip({ dl_build_long(0) }, { dl_check_long($0, 0) }, dl_free)
  }

  @Test("A ring, and a node whose links are to itself")
  func circular() throws {
    try expectRoundTrip(ci_build, ci_check, ci_free)
    try expectRoundTrip(ci_build_single, ci_check_single, ci_free)
  }

  @Test("Shared nodes are shared again, and equal ones stay apart")
  func shared() throws { try expectRoundTrip(sh_build, sh_check, sh_free) }

  @Test("A node is archived once, however many pointers lead to it")
  func ladder() throws {
    try expectRoundTrip({ sh_build_ladder(200) }, { sh_check_ladder($0, 200) }, sh_free_ladder)
  }

  @Test("Trees with links to the parent")
  func tree() throws {
    try expectRoundTrip(tr_build, tr_check, tr_free)
    try expectRoundTrip({ tr_build_deep(1000) }, { tr_check_deep($0, 1000) }, tr_free_deep)
  }

  @Test("Nodes of several types, each in the table of its type")
  func severalTypes() throws {
    try expectRoundTrip(sv_build, sv_check, sv_free)
    let original = try #require(sv_build())
    defer { sv_free(original) }
    let data = try ArchiveEncoder().encode(graph: UnsafePointer(original))
    let graph = try ArchiveDecoder().decodeGraph(sv_book.self, from: data)
    withExtendedLifetime(graph) {
      #expect(graph.nodes(of: sv_book.self).map(\.pointee.isbn).sorted() == [11, 22, 33])
      #expect(graph.nodes(of: sv_author.self).map(\.pointee.born).sorted() == [-44, 1901])
      #expect(graph.nodes(of: sv_publisher.self).count == 2)
      #expect(graph.nodes(of: sv_address.self).count == 1)
      #expect(graph.nodes(of: sl_node.self).isEmpty, "a type that the archive does not have")
    }
  }

  @Test("Random graphs of three types", arguments: [1, 2, 3, 10, 300, 1000], [1, 2, 3])
  func random(count: UInt32, seed: UInt32) throws {
    try expectRoundTrip({ rg_build(count, seed) }, { rg_check($0, count, seed) }, rg_free)
  }

  @Test("Several roots: the same twice, one within another's list, NULL")
  func roots() throws {
    var roots = [UnsafeMutablePointer<rt_node>?](repeating: nil, count: RT_COUNT)
    rt_build(&roots)
    let encoded = Result {
      try ArchiveEncoder().encode(graphs: roots.map { root -> UnsafePointer<rt_node>? in UnsafePointer(root) })
    }
    rt_free(&roots)
    let graph = try ArchiveDecoder().decodeGraph(rt_node.self, from: encoded.get())
    var decoded: [UnsafeMutablePointer<rt_node>?] = Array(graph.roots)
    try #require(decoded.count == roots.count)
    #expect(rt_check(&decoded).map { String(cString: $0) } == nil, "decoded")
    #expect(graph.nodes(of: rt_node.self).count == 5)
    graph.release()
    try #require(rt_check(&decoded).map { String(cString: $0) } == nil, "released")
    rt_free(&decoded)
  }

  @Test("Intrusive lists, their heads in other structs; a node on several; an empty one")
  func intrusive() throws {
    try expectRoundTrip(il_build, il_check, il_free)
    try expectRoundTrip(il_build_empty, il_check_empty, il_free)
  }

  @Test("Intrusive lists whose heads are in nodes of the same type")
  func intrusiveTree() throws { try expectRoundTrip(il_build_tree, il_check_tree, il_free_tree) }

  @Test("Trees of several types under heads of one type of its own")
  func intrusiveGarden() throws { try expectRoundTrip(il_build_garden, il_check_garden, il_free_garden) }

  @Test("Lists in parts of a record, which their entries point to: from the record, and from an entry before its list")
  func intrusiveBoard() throws {
    try expectRoundTrip(il_build_board, il_check_board, il_free_board)
    try expectRoundTrip(il_build_entry, il_check_entry, il_free_entry)
  }

  @Test("An intrusive list that NULL ends")
  func intrusiveJobs() throws { try expectRoundTrip(il_build_jobs, il_check_jobs, il_free_jobs) }

  @Test("Nodes from anywhere: side by side in an arena, in static memory")
  func arena() throws {
    let arena = ar_arena_new(1024)
    try expectRoundTrip({ ar_build(arena) }, ar_check, ar_free, freeOriginal: { _ in ar_arena_free(arena) })
    try expectRoundTrip({ ar_build_static() }, ar_check, ar_free, freeOriginal: { _ in })
  }

  @Test("Weak pointers archive nothing, and point to nodes that something else archived")
  func weak() throws {
    try expectRoundTrip(
      wk_build, wk_check, wk_free, freeOriginal: wk_free_original, checkOriginal: wk_check_original)
  }
}
