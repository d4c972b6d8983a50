import UntypedArchive

/// One value of the page's tree. In the page's document it is a list:
///
///     [type, offset, length, value, uid, children, total, class, list]
///
/// Offset and length are those of its bytes in the space of its list, 0 and 0 for what has none of its own. `uid` is its
/// number in the list's `$objects`, -1 if it has none. Children of objects, maps, tables and graphs are keys and nodes by
/// turns, as indices; those of arrays are nodes, and data has the value of the property list that it is. `total` is their
/// number in the archive if the page has fewer; of text it is the number of characters, and of data the offset of the
/// contents. The list is the index of one within data. What is missing at the end has no meaning for the type, or is 0.
struct PageNode {
  enum Kind: String {
    case null, bool, int, real, date, text, data, uid
    /// Something else in words: a UUID, a URL.
    case value
    /// What cannot be read; the value is the reason.
    case error
    case array
    /// A dictionary.
    case map
    case object
    /// Columns, or packed numbers; the value is the table's index.
    case table
    /// A graph of C records; the value is the graph's index.
    case graph
    /// A column of a table; the value is the table's index, and its uid the column's.
    case column

    /// Whether its children have keys.
    var hasKeys: Bool { [.map, .object, .table, .graph].contains(self) }
  }

  enum Value {
    case none
    /// JSON that is a number, true or false.
    case plain(String)
    case text(String)
  }

  let kind: Kind
  var range: Range<Int>
  var value: Value = .none
  var uid = -1
  /// Nodes, or keys and nodes by turns.
  var children: [Int32] = []
  var total: Int?
  var type: String?
  /// The contents of data, which may be another object than the node's.
  var contents: Range<Int>?
  /// The list that it belongs to.
  var list = 0

  func write(to json: PageJSON) {
    json.raw("[\"\(kind.rawValue)\",\(range.lowerBound),\(range.count)")
    var pending = 0
    /// Commas for parts without a meaning, once another follows.
    func part(_ write: () -> Void) {
      for _ in 0..<pending { json.raw(",null") }
      pending = 0
      json.raw(",")
      write()
    }
    switch value {
    case .none: pending += 1
    case .plain(let text): part { json.raw(text) }
    case .text(let text): part { json.text(text) }
    }
    if uid >= 0 { part { json.raw(String(uid)) } } else { pending += 1 }
    if children.isEmpty { pending += 1 } else { part { json.list(children) { json.raw(String($0)) } } }
    if let total { part { json.raw(String(total)) } } else { pending += 1 }
    if let type { part { json.text(type) } } else { pending += 1 }
    if list > 0 { part { json.raw(String(list)) } }
    json.raw("]")
  }
}
