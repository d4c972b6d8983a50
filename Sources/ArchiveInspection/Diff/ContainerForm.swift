import ArchiveRuntime
import UntypedArchive

/// Containers of both archives that can be compared with each other.
enum ContainerForm {
  case fields
  case list(ElementList, ElementList)
  case set(ElementList, ElementList)
  case dictionary(
    (keys: ElementList, values: ElementList),
    (keys: ElementList, values: ElementList))

  /// nil if they are not of one form.
  init?(_ left: InspectedValue, _ right: InspectedValue) {
    switch (left.meaning, right.meaning) {
    case (.object, .object), (.plain(.dictionary), .plain(.dictionary)), (.object, .plain(.dictionary)),
      (.plain(.dictionary), .object):
      self = .fields
    case (.list(.set, let own), .list(.set, let other)): self = .set(own, other)
    case (.plain(.set(let own)), .plain(.set(let other))): self = .set(.stored(own), .stored(other))
    case (.list(let kind, let own), .list(let otherKind, let other)) where kind != .set && otherKind != .set:
      self = .list(own, other)
    case (.plain(.array(let own)), .plain(.array(let other))): self = .list(.stored(own), .stored(other))
    case (.dictionary(let keys, let values), .dictionary(let otherKeys, let otherValues)):
      self = .dictionary((keys, values), (otherKeys, otherValues))
    default: return nil
    }
  }
}

/// Sets of what is known to be compared with each other (union and find).
struct DisjointSets {
  private var parents: [Int32]

  init(_ count: Int) { parents = Array(0..<Int32(clamping: count)) }

  private mutating func root(_ element: Int) -> Int {
    var element = element
    while Int(parents[element]) != element {
      parents[element] = parents[Int(parents[element])]
      element = Int(parents[element])
    }
    return element
  }

  /// - Returns: whether they were in different sets.
  mutating func unite(_ left: Int, _ right: Int) -> Bool {
    let (left, right) = (root(left), root(right))
    guard left != right else { return false }
    parents[max(left, right)] = Int32(min(left, right))
    return true
  }
}

extension ArchiveDocument {
  /// The indices of a list's elements, as far as they can be read; the engine has checked where the list ends.
  func indices(of list: ElementList) throws(ArchiveError) -> [Int] {
    var indices: [Int] = []
    indices.reserveCapacity(list.count)
    for position in 0..<list.count { indices.append(try view.reference(position, in: list)) }
    return indices
  }
}

extension InspectedValue {
  fileprivate var count: Int? {
    switch meaning {
    case .list(_, let list): list.count
    case .dictionary(let keys, _): keys.count
    default: nil
    }
  }

  /// Whether it is a list, a set or a dictionary of Foundation without elements, which cannot change.
  var isEmptyList: Bool { count == 0 && !(type?.name.hasPrefix("NSMutable") ?? false) }
}
