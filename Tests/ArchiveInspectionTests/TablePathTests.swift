import ArchiveInspection
import Foundation
import Testing
import UntypedArchive

@Suite("Key paths of tables")
struct TablePathTests {
  /// A record with a graph among its fields, and Swift objects that are an array of records and a graph.
  private func zoo() throws -> ArchiveDocument {
    let node =
      ##""[].#root":{"$values":"u32","list":[1]},"node[]":{"$ref":5},"node[].x":{"$values":"u8","list":[1,2]}"##
    return try MadeArchives.keyed([
      #"{"samples":{"$ref":2},"tree":{"$ref":6},"held":{"$ref":9},"list[]":{"$ref":7},"list[].#root":{"$values":"u32","list":[1]},"#
        + #""list.node[]":{"$ref":5},"list.node[].x":{"$values":"u8","list":[3,4]},"$class":{"$ref":4}}"#,
      #"{"[]":{"$ref":5},"[].x":{"$values":"u8","list":[7,8]},"$class":{"$ref":3}}"#,
      MadeArchives.type("Sample[]", "NSObject"), MadeArchives.type("Zoo", "NSObject"), #""count 2\nu8 x""#,
      #"{"[]":{"$ref":7},\#(node),"$class":{"$ref":8}}"#, #""graph 1\n2 node""#, MadeArchives.type("node*", "NSObject"),
      #"{"NS.objects":[{"$ref":10}],"$class":{"$ref":11}}"#,
      #"{"part[]":{"$ref":7},"part[].#root":{"$values":"u32","list":[1]},"part.node[]":{"$ref":5},"#
        + #""part.node[].x":{"$values":"u8","list":[5,6]},"$class":{"$ref":12}}"#,
      MadeArchives.type("NSArray", "NSObject"), MadeArchives.type("Part", "NSObject"),
    ])
  }

  private func names(_ document: ArchiveDocument) throws -> [String] {
    try document.tables(of: .value(try document.inspected(document.start))).map(\.name)
  }

  @Test("Each table is called by a key path that leads to it alone")
  func names() throws {
    #expect(try names(try zoo()) == ["list#node", "samples", "tree#node", "#10.part#node"])
    #expect(try names(try MadeArchives.graph()) == ["#node"])
    for document in [try zoo(), try MadeArchives.graph(), try MadeArchives.table()] {
      for table in try document.tables(of: .value(try document.inspected(document.start))) where !table.name.isEmpty {
        let found = try document.tables(of: try document.selection(table.name))
        #expect(found.count == 1, "\(table.name)")
        guard case .columns(let own, _)? = found.first?.content, case .columns(let other, _) = table.content else {
          Issue.record("\(table.name)")
          continue
        }
        #expect(own.columns.map(\.bytes) == other.columns.map(\.bytes), "\(table.name)")
      }
    }
  }

  @Test("A table of a graph may be named with '#' or without, at the root and below keys")
  func graphs() throws {
    let graph = try MadeArchives.graph()
    let row = try MadeArchives.tree(graph, "#node:2")
    for path in ["node:2", "root#node:2", "root.node:2", "node[1]"] {
      #expect(try MadeArchives.tree(graph, path) == row, "\(path)")
    }
    for path in ["node", "#node", "root.node"] {
      #expect(try MadeArchives.tree(graph, path).contains("2 rows of 3 columns"), "\(path)")
    }
    #expect(try MadeArchives.tree(graph, "text") == MadeArchives.tree(graph, "#text"))
    for path in ["tree#node:2", "tree.node:2", "root.tree.node:2", "#6.node:2", "#6#node:2"] {
      #expect(try MadeArchives.tree(try zoo(), path) == "x: 2\n", "\(path)")
    }
    for path in ["list#node:2", "list.node:2"] {
      #expect(try MadeArchives.tree(try zoo(), path) == "x: 4\n", "\(path)")
    }
  }

  @Test("A column of the root's table may be named without '[]'")
  func columns() throws {
    let table = try MadeArchives.table()
    #expect(try MadeArchives.tree(table, "price") == MadeArchives.tree(table, "[].price"))
    #expect(try MadeArchives.tree(try zoo(), "samples.x") == MadeArchives.tree(try zoo(), "samples[].x"))
  }

  @Test("Where a key path leads to nothing, what could be written is listed")
  func mistakes() throws {
    func message(_ document: ArchiveDocument, _ path: String) -> String {
      do { return "\(try document.selection(path))" } catch { return "\(error)" }
    }
    for path in ["nope", "#nope", "graph.node:2", "root.nope"] {
      let text = message(try MadeArchives.graph(), path)
      #expect(text.contains("'#node', '#text'") && !text.contains("''"), "\(text)")
    }
    #expect(message(try MadeArchives.table(), "nope").contains("'order', 'price'"))
    #expect(message(try zoo(), "tree.nope").contains("'#node'"))
    #expect(message(try zoo(), "nope").contains("'samples', 'tree'"))
    #expect(message(try MadeArchives.graph(), "#node:3").contains("has 2 rows, from 1"))
  }

  @Test("A table whose name begins with another's is found, and so is one that is called like numbers")
  func longestName() throws {
    let document = try MadeArchives.keyed([
      ##"{"[]":{"$ref":2},"[].#root":{"$values":"u32","list":[1]},"a[]":{"$ref":3},"a[].x":{"$values":"u8","list":[1,2]},"##
        + ##""a_b[]":{"$ref":3},"a_b[].x":{"$values":"u8","list":[3,4]},"i8[]":{"$ref":3},"i8[].x":{"$values":"u8","list":[5,6]},"##
        + ##""#i8[].value":{"$values":"i8","list":[9,9,9]},"$class":{"$ref":4}}"##,
      #""graph 1\n2 a\n2 a_b\n2 i8\n3 #i8""#, #""count 2\nu8 x""#, MadeArchives.type("a*", "NSObject"),
    ])
    #expect(try MadeArchives.tree(document, "a_b:2") == "x: 4\n")
    #expect(try MadeArchives.tree(document, "#a_b:1") == "x: 3\n")
    #expect(try MadeArchives.tree(document, "i8:1") == "x: 5\n")
    let names = try names(document)
    #expect(names == ["#a", "#a_b", "i8", "#i8"])
    #expect(try document.tables(of: try document.selection("#i8")).first?.rowCount == 3)
  }

  @Test("A pattern of 'diff --ignore' names a table with '#' or without, and no object by its number")
  func patterns() throws {
    for (pattern, path, fits) in [
      ("plant", "#plant:3", true), ("plant", "#plant:3.soil", true), ("plant", "nodes#plant:3.soil", true),
      ("plant:3", "#plant:3.soil", true), ("plant:3.soil", "#plant:3.soil", true), ("plant", "#plants:3", false),
      ("17", "#17.name", false), ("1", "#17", false),
    ] {
      #expect(try #require(KeyPathPattern(pattern)).matches(path) == fits, "\(pattern) \(path)")
    }
  }
}

extension SelectedTable {
  var rowCount: Int {
    switch content {
    case .columns(let table, _): table.rowCount
    case .records(let list): list.rowCount
    }
  }
}
