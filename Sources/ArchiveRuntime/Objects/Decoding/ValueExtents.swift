/// What a value amounts to when every shared part of it is counted at each of its places: a list of ten lists of ten
/// lists … takes few bytes in an archive, and few in memory, and hashing it visits every leaf.
struct ValueExtent {
  /// The work of visiting all of it, in the units of the limits. It stays at the maximum instead of overflowing.
  var work: Int
  /// The levels of values within each other, which hashing and comparing visit by recursion.
  var depth: Int32

  /// The work for one value, and for one that stands directly in an object.
  static let value = 4
  static let field = 1

  /// The work for values that Foundation is slow to hash and to compare.
  static let decimal = 1_600
  static let url = 4_000

  /// The work for bytes of text or data.
  static func work(ofBytes count: Int) -> Int { value &+ count / 4 }

  /// The work of comparing two values whose hashes are equal. Parts that both share are compared quickly.
  static func comparison(_ work: Int) -> Int { 32 &+ work / 16 }
}

/// The extents of an archive's values, each computed once.
struct ValueExtents {
  /// By the indices of objects. The depth is -1 where nothing is known, and -2 while it is being computed.
  private var known: ContiguousArray<ValueExtent> = []

  fileprivate subscript(number: Int) -> ValueExtent { known[number] }

  fileprivate mutating func prepare(_ count: Int) {
    if known.isEmpty {
      known = ContiguousArray(repeating: ValueExtent(work: 0, depth: -1), count: count)
    }
  }

  fileprivate func isKnown(_ number: Int) -> Bool { known[number].depth >= 0 }

  fileprivate mutating func begin(_ number: Int) -> Bool {
    if known[number].depth != -1 { return false }
    known[number].depth = -2
    return true
  }

  fileprivate mutating func set(_ number: Int, _ extent: ValueExtent) { known[number] = extent }
}

extension ObjectDecoder {
  /// The extent of a value that was created from this object. It is computed from the archive, without recursion, and
  /// in time that is linear in the archive for all values together.
  ///
  /// An object of a class counts as one value, because how it is hashed is up to its class.
  func extent(of number: Int) throws -> ValueExtent {
    guard number >= 0, number < archive.objects.count else {
      return ValueExtent(work: ValueExtent.value, depth: 0)
    }
    keyCharges.extents.prepare(archive.objects.count)
    var stack = [number]
    while let next = stack.last {
      if keyCharges.extents.isKnown(next) {
        stack.removeLast()
      } else if keyCharges.extents.begin(next) {
        try visitParts(of: next) { if !keyCharges.extents.isKnown($0) { stack.append($0) } }
      } else {
        stack.removeLast()
        keyCharges.extents.set(next, try summed(next))
      }
    }
    return keyCharges.extents[number]
  }

  /// The extent of a value whose parts are known.
  private func summed(_ number: Int) throws -> ValueExtent {
    var extent = ValueExtent(work: ValueExtent.value, depth: 0)
    func add(_ work: Int) {
      let (sum, overflow) = extent.work.addingReportingOverflow(work)
      extent.work = overflow ? .max : sum
    }
    add(try workOfClass(of: number))
    let direct = try visitParts(of: number) { part in
      let inner = keyCharges.extents[part]
      // A part that is being computed leads back here, which no value does.
      guard inner.depth >= 0 else { return }
      add(inner.work)
      extent.depth = max(extent.depth, inner.depth + 1)
    }
    add(direct)
    return extent
  }

  /// The work for an object beyond that for its parts.
  private func workOfClass(of number: Int) throws -> Int {
    guard made[number] == nil, made.isSeen(number), case .dictionary = try archive.object(number)
    else { return 0 }
    switch try foundationClass(of: number) {
    case .url: return ValueExtent.url
    case .decimal: return ValueExtent.decimal
    default: return 0
    }
  }

  /// Passes the parts of a value to `body`, each as often as it occurs.
  ///
  /// - Returns: the work for what is not a separate object.
  @discardableResult
  private func visitParts(of number: Int, _ body: (Int) -> Void) throws -> Int {
    // Only what was created is hashed. What an unread key leads to was not.
    if made[number] != nil { return 0 }
    var direct = 0
    func visit(_ node: PropertyListNode) throws {
      switch node {
      case .uid(let part) where part > 0 && part < archive.objects.count: body(part)
      case .array(let list):
        direct &+= list.count &* ValueExtent.field
        for place in 0..<list.count {
          if case .uid(let part) = try archive.element(place, of: list), part > 0,
            part < archive.objects.count
          {
            body(part)
          }
        }
      case .string(let text): direct &+= ValueExtent.work(ofBytes: text.range.count)
      case .data(let range): direct &+= ValueExtent.work(ofBytes: range.count)
      default: direct &+= ValueExtent.field
      }
    }
    let view = try archive.view()
    let node = try view.node(try view.reference(number, in: archive.objects))
    guard case .dictionary(let dictionary) = node else {
      try visit(node)
      return direct
    }
    guard made.isSeen(number) else { return 0 }
    let classPosition = try archive.shape(of: dictionary).classPosition
    for position in 0..<dictionary.count where position != classPosition {
      try visit(try archive.node(position, of: dictionary))
    }
    return direct
  }
}
