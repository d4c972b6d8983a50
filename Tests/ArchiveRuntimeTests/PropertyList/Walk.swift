// Also compiled into the fuzz targets, where everything is one module.
#if canImport(ArchiveRuntime)
  @testable import ArchiveRuntime
#endif

/// Ends the process if a condition does not hold, which a fuzzer reports.
private func demand(_ condition: Bool) { precondition(condition) }

extension PropertyListView {
  /// Reads every object, every text, every reference and every key of a list once.
  ///
  /// - Returns: how many objects were read without an error. A dictionary with a key twice counts: it is an error for whoever
  ///   reads it alone.
  func walk() -> Int {
    var readable = 0
    var matcher = KeyLookup(["$archiver", "$version", "$objects", "$top", "a", "b", "é"])
    for index in 0..<objectCount {
      do throws(ArchiveError) {
        try read(try node(index), matcher: &matcher)
        readable += 1
      } catch {
        demand(!error.description.isEmpty)
      }
    }
    return readable
  }

  private func read(_ node: PropertyListNode, matcher: inout KeyLookup) throws(ArchiveError) {
    switch node {
    case .null, .bool, .integer, .real32, .real64, .date, .uid: break
    case .wideInteger(let number): demand(!number.description.isEmpty)
    case .data(let range): demand(try contents(range).count == range.count)
    case .string(let text):
      let string = try string(text)
      demand(try utf8Count(text) == string.utf8.count)
      var copy = string
      demand(copy.withUTF8 { self.text(text, equals: UnsafeRawBufferPointer($0)) })
    case .array(let references), .set(let references):
      for position in 0..<references.count { demand(try reference(position, in: references) < objectCount) }
    case .dictionary(let dictionary):
      for position in 0..<dictionary.count {
        demand(try reference(position, in: dictionary.values) < objectCount)
      }
      if try hasKeyTwice(dictionary) {
        demand((try? KeyTable(dictionary, in: self)) == nil)
        return
      }
      let table = try KeyTable(dictionary, in: self)
      try matcher.match(dictionary, in: self)
      for (index, key) in matcher.keys.enumerated() {
        demand(matcher.position(of: index) == table.position(of: key))
      }
    }
  }

  private func hasKeyTwice(_ dictionary: PropertyListDictionary) throws(ArchiveError) -> Bool {
    var seen: Set<[UInt8]> = []
    for position in 0..<dictionary.count {
      let key = try string(try key(position, of: dictionary))
      if !seen.insert(Array(key.utf8)).inserted { return true }
    }
    return false
  }
}
