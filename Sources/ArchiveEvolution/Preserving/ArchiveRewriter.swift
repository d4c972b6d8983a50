@_spi(GeneratedCode) import ArchiveRuntime
import Foundation

/// Writes a new archive again with keys that an earlier one has besides.
///
/// Objects of the new archive keep their numbers; what is taken over from the earlier one follows them. Neither the depth nor
/// the references of the earlier archive are trusted: nothing is followed by recursion, and each object is copied once.
struct ArchiveRewriter: ~Copyable {
  /// A value that takes the place of an object's, or is added to them.
  struct Edit {
    enum Value {
      /// An object of the earlier property list, with all that it refers to.
      case earlier(Int)
      case text(String)
      case data([UInt8])
      case integer(Int64)
    }

    let key: String
    let value: Value
  }

  private enum Pending {
    case earlier(Int)
    case text(String)
  }

  private typealias Reference = PropertyListWriter.Reference

  private let earlier: MergeSide
  private let new: MergeSide
  private var writer: PropertyListWriter
  private let words: KeyReferences
  /// The copies of the lists' objects.
  private var copiesOfNew: ContiguousArray<Reference?>
  private var copiesOfEarlier: [Int: Reference] = [:]
  /// The new numbers of the earlier archive's objects, by their index in the property list.
  private var numbers: [Int: Int]
  /// What has a number and is not yet copied.
  private var pending: [Pending] = []
  private var nextNumber: Int

  /// - Parameter counterparts: The objects that both archives have: the index in the earlier property list, and the number in
  ///   the new archive.
  init(earlier: MergeSide, new: MergeSide, counterparts: [Int: Int]) {
    self.earlier = earlier
    self.new = new
    numbers = counterparts
    nextNumber = new.objects.count
    writer = PropertyListWriter(reservingCapacity: new.view.bytes.count)
    words = writer.keys(KeyedArchiveFormat.words)
    copiesOfNew = ContiguousArray(repeating: nil, count: new.view.objectCount)
  }

  /// - Parameter edits: By the new archive's objects; 0 is its top.
  consuming func archive(_ edits: [Int: [Edit]]) throws(ArchiveError) -> Data {
    let work = WorkMonitor.stage(for: new.objects.count)
    var objects: [Reference] = [words[.null]]
    for number in 1..<max(new.objects.count, 1) {
      try work?.step()
      if let own = edits[number], let dictionary = try new.dictionary(number) {
        objects.append(try edited(dictionary, own))
      } else {
        objects.append(try copy(try new.index(of: number), of: new, isEarlier: false))
      }
    }
    let top = try edited(new.top, edits[0] ?? [])
    // What is copied names further objects, which get the numbers that follow.
    var next = 0
    while next < pending.count {
      switch pending[next] {
      case .earlier(let index): objects.append(try copy(index, of: earlier, isEarlier: true))
      case .text(let text): objects.append(writer.string(text))
      }
      next += 1
    }
    return try PropertyListWriter.finish(writer, words, objects: objects, top: top)
  }

  /// A dictionary of the new archive with these values.
  private mutating func edited(
    _ dictionary: PropertyListDictionary, _ edits: [Edit]
  ) throws(ArchiveError) -> Reference {
    var byKey: [ExactText: Edit.Value] = [:]
    for edit in edits { byKey[ExactText(KeyedArchiveFormat.mangled(edit.key))] = edit.value }
    var keys: [Reference] = []
    var values: [Reference] = []
    for position in 0..<dictionary.count {
      let key = try new.view.reference(position, in: dictionary.keys)
      keys.append(try copy(key, of: new, isEarlier: false))
      let text = ExactText(try new.view.string(try new.view.key(position, of: dictionary)))
      if let value = byKey.removeValue(forKey: text) {
        values.append(try write(value))
      } else {
        values.append(try copy(try new.view.reference(position, in: dictionary.values), of: new, isEarlier: false))
      }
    }
    for edit in edits {
      let key = KeyedArchiveFormat.mangled(edit.key)
      guard let value = byKey.removeValue(forKey: ExactText(key)) else { continue }
      keys.append(writer.key(key))
      values.append(try write(value))
    }
    return writer.dictionary(keys: keys, values: values)
  }

  private mutating func write(_ value: Edit.Value) throws(ArchiveError) -> Reference {
    switch value {
    case .earlier(let index): return try copy(index, of: earlier, isEarlier: true)
    case .integer(let value): return writer.integer(value)
    case .text(let text): return writer.uid(number(for: .text(text)))
    case .data(let bytes):
      return try writer.data(byteCount: bytes.count) { (target) throws(ArchiveError) in
        bytes.withUnsafeBytes { target.copyMemory(from: $0) }
      }
    }
  }

  private mutating func number(for item: Pending) -> Int {
    pending.append(item)
    nextNumber += 1
    return nextNumber - 1
  }

  /// The number that an object of the earlier archive has in the new one.
  private mutating func number(ofEarlier number: Int) throws(ArchiveError) -> Int {
    // Null is null, whatever stands there.
    if number == 0 { return 0 }
    let index = try earlier.index(of: number)
    if let known = numbers[index] { return known }
    let own = self.number(for: .earlier(index))
    numbers[index] = own
    return own
  }

  private func copied(_ index: Int, isEarlier: Bool) -> Reference? {
    isEarlier ? copiesOfEarlier[index] : copiesOfNew[index]
  }

  /// Copies an object of a list, and those that it holds: what references name is copied later.
  private mutating func copy(_ index: Int, of side: MergeSide, isEarlier: Bool) throws(ArchiveError) -> Reference {
    var stack = [index]
    var open: Set<Int> = []
    while let current = stack.last {
      if copied(current, isEarlier: isEarlier) != nil {
        stack.removeLast()
        continue
      }
      let reference: Reference
      switch try side.view.node(current) {
      case .uid(let number):
        reference = writer.uid(isEarlier ? try self.number(ofEarlier: number) : number)
      case .array(let list), .set(let list):
        let parts = try (0..<list.count).mapParts { (place) throws(ArchiveError) in
          try side.view.reference(place, in: list)
        }
        guard let copies = try copies(of: parts, current, &stack, &open, side, isEarlier) else { continue }
        if case .set = try side.view.node(current) {
          reference = writer.set(copies)
        } else {
          reference = writer.array(copies)
        }
      case .dictionary(let dictionary):
        let places = 0..<dictionary.count
        let keys = try places.mapParts { (place) throws(ArchiveError) in
          try side.view.reference(place, in: dictionary.keys)
        }
        let values = try places.mapParts { (place) throws(ArchiveError) in
          try side.view.reference(place, in: dictionary.values)
        }
        guard let copies = try copies(of: keys + values, current, &stack, &open, side, isEarlier) else { continue }
        reference = writer.dictionary(keys: Array(copies[..<keys.count]), values: Array(copies[keys.count...]))
      default:
        let start = try side.view.offset(of: current)
        let end = try side.view.parse(at: start).end
        reference = writer.leaf(copying: try side.view.contents(start..<end))
      }
      if isEarlier { copiesOfEarlier[current] = reference } else { copiesOfNew[current] = reference }
      open.remove(current)
      stack.removeLast()
    }
    guard let reference = copied(index, isEarlier: isEarlier) else {
      throw .corrupt(offset: side.objects.offset, reason: "object \(index) holds itself")
    }
    return reference
  }

  /// The copies of a container's parts; nil if some are still to be made, which are on the stack then.
  private func copies(
    of parts: [Int], _ container: Int, _ stack: inout [Int], _ open: inout Set<Int>, _ side: MergeSide,
    _ isEarlier: Bool
  ) throws(ArchiveError) -> [Reference]? {
    var copies: [Reference] = []
    copies.reserveCapacity(parts.count)
    for part in parts {
      if let copy = copied(part, isEarlier: isEarlier) { copies.append(copy) }
    }
    if copies.count == parts.count { return copies }
    guard open.insert(container).inserted else {
      throw .corrupt(offset: try side.view.offset(of: container), reason: "a container that holds itself")
    }
    for part in parts where copied(part, isEarlier: isEarlier) == nil {
      guard !open.contains(part) else {
        throw .corrupt(offset: try side.view.offset(of: part), reason: "a container that holds itself")
      }
      stack.append(part)
    }
    return nil
  }
}

extension Range<Int> {
  fileprivate func mapParts(_ body: (Int) throws(ArchiveError) -> Int) throws(ArchiveError) -> [Int] {
    var parts: [Int] = []
    parts.reserveCapacity(count)
    for place in self { parts.append(try body(place)) }
    return parts
  }
}
