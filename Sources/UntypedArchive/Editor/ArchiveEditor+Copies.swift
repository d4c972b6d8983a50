import ArchiveRuntime

/// Copies of other archives' objects. Neither their depth nor their references are trusted: nothing is followed by recursion, and
/// each object is copied once.
extension ArchiveEditor {
  /// The number of a source's object, which is copied if it has none yet.
  ///
  /// - Parameter number: The object's number in the source.
  /// - Throws: `corrupt` if the source has no such object.
  package mutating func number(of number: Int, in source: Source) throws(ArchiveError) -> Int {
    // Null is null, whatever stands there.
    if number == 0 || sources[source.number].numbers == nil { return number }
    let index = try sources[source.number].source.index(of: number)
    if let known = sources[source.number].numbers?[index] { return known }
    let own = reserve()
    sources[source.number].numbers?[index] = own
    pending.append((index, source, own))
    return own
  }

  /// Copies an object of a list, and those that it holds: what references name is copied later.
  mutating func copy(_ index: Int, of source: Source) throws(ArchiveError) -> PropertyListWriter.Reference {
    let view = sources[source.number].source.view
    var stack = [index]
    var open: Set<Int> = []
    while let current = stack.last {
      guard known(current, source) == nil else {
        stack.removeLast()
        continue
      }
      let reference: PropertyListWriter.Reference
      switch try view.node(current) {
      case .uid(let number): reference = uid(try self.number(of: number, in: source))
      case .array(let list):
        guard let copies = try copies(of: try view.parts(list), current, &stack, &open, source) else { continue }
        reference = writer.array(copies)
      case .set(let list):
        guard let copies = try copies(of: try view.parts(list), current, &stack, &open, source) else { continue }
        reference = writer.set(copies)
      case .dictionary(let dictionary):
        let parts = try view.parts(dictionary.keys) + view.parts(dictionary.values)
        guard let copies = try copies(of: parts, current, &stack, &open, source) else { continue }
        reference = writer.dictionary(
          keys: Array(copies[..<dictionary.count]), values: Array(copies[dictionary.count...]))
      default:
        let start = try view.offset(of: current)
        reference = writer.leaf(copying: try view.contents(start..<(try view.parse(at: start).end)))
      }
      sources[source.number].copies[current] = reference
      open.remove(current)
      stack.removeLast()
    }
    guard let reference = known(index, source) else {
      throw .corrupt(offset: try view.offset(of: index), reason: "a container that holds itself")
    }
    return reference
  }

  private func known(_ index: Int, _ source: Source) -> PropertyListWriter.Reference? {
    let copies = sources[source.number].copies
    return copies.indices.contains(index) ? copies[index] : nil
  }

  /// The copies of a container's parts; nil if some are still to be made, which are on the stack then.
  private func copies(
    of parts: [Int], _ container: Int, _ stack: inout [Int], _ open: inout Set<Int>, _ source: Source
  ) throws(ArchiveError) -> [PropertyListWriter.Reference]? {
    let copies = parts.compactMap { known($0, source) }
    if copies.count == parts.count { return copies }
    let view = sources[source.number].source.view
    guard open.insert(container).inserted else {
      throw .corrupt(offset: try view.offset(of: container), reason: "a container that holds itself")
    }
    for part in parts where known(part, source) == nil {
      guard !open.contains(part) else {
        throw .corrupt(offset: try view.offset(of: part), reason: "a container that holds itself")
      }
      stack.append(part)
    }
    return nil
  }
}

extension PropertyListView {
  /// The indices to which a container's references refer.
  fileprivate func parts(_ references: PropertyListReferences) throws(ArchiveError) -> [Int] {
    var parts: [Int] = []
    parts.reserveCapacity(references.count)
    for place in 0..<references.count { parts.append(try reference(place, in: references)) }
    return parts
  }
}
