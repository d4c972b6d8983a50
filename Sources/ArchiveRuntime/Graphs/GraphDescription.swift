/// The text under `K[]` that describes the tables of a graph.
///
///     graph 1
///     1000000 node
///     12 item
///      blocks 3
///      parts 2
///      site 1 inner.values
///
/// The first line has the number of roots. Each following line has the number of rows and the name of a table. Indented
/// lines have optional properties: the number of blocks in which the rows were allocated, the number of rows at the end
/// that are parts of other tables' records, and the sites of such parts, by a table's index, from 1, and a key path.
package struct GraphDescription {
  package struct Table {
    package var name: String
    /// The number of rows. Parts of other records come last.
    package var rows: Int
    package var blocks: Int = 0
    package var parts: Int = 0
    package var sites: [(table: Int, path: String)] = []

    package init(name: String, rows: Int) { (self.name, self.rows) = (name, rows) }
  }

  package var roots: Int
  package var tables: [Table]

  package var text: String {
    var text = "graph \(roots)"
    for table in tables {
      text += "\n\(table.rows) \(table.name)"
      if table.blocks > 0 { text += "\n blocks \(table.blocks)" }
      if table.parts > 0 { text += "\n parts \(table.parts)" }
      for site in table.sites { text += "\n site \(site.table + 1) \(site.path)" }
    }
    return text
  }

  package init(roots: Int, tables: [Table]) {
    self.roots = roots
    self.tables = tables
  }

  /// - Returns: nil unless the whole text follows the grammar.
  package init?(_ text: String) {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    func number(_ line: inout Substring.UTF8View, after word: String) -> Int? {
      guard line.starts(with: word.utf8) else { return nil }
      line.removeFirst(word.utf8.count)
      return Description.number(from: &line, atMost: Description.greatestCount)
    }
    guard var first = lines.popFirst(), let roots = number(&first, after: "graph "), first.isEmpty else { return nil }
    self.roots = roots
    var tables: [Table] = []
    for var line in lines {
      guard line.first == UInt8(ascii: " ") else {
        guard let rows = number(&line, after: ""), line.popFirst() == UInt8(ascii: " "), !line.isEmpty,
          tables.count < 1 << 20
        else { return nil }
        tables.append(Table(name: String(Substring(line)), rows: rows))
        continue
      }
      guard !tables.isEmpty else { return nil }
      let last = tables.count - 1
      if let blocks = number(&line, after: " blocks ") {
        tables[last].blocks = blocks
      } else if let parts = number(&line, after: " parts ") {
        tables[last].parts = parts
      } else if let table = number(&line, after: " site "), table > 0, line.popFirst() == UInt8(ascii: " ") {
        tables[last].sites.append((table - 1, String(Substring(line))))
        continue
      } else {
        return nil
      }
      guard line.isEmpty else { return nil }
    }
    self.tables = tables
  }
}

/// The keys of a graph under `key`.
package struct GraphKeys {
  package let key: String
  /// Whether the keys of records follow those of their tables, and not the graph's own key.
  let hasTables: Bool

  package init(key: String, hasTables: Bool = true) { (self.key, self.hasTables) = (key, hasTables) }

  package var description: String { key + "[]" }
  package var roots: String { key + "[].#root" }
  package func table(_ name: String) -> String { hasTables ? (key.isEmpty ? "" : key + ".") + name : key }
  package func column(_ table: String, _ column: String) -> String { "\(self.table(table))[].\(column)" }

  package static let blocks = "#blocks"
  package static let parts = "#parts"
  package static let numbers = "value"
  package static let text = "utf8"
  package static let lengths = "length"
  package static let bytes = "bytes"
}
