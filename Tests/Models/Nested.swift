import Foundation

// archive:
struct Outer: Equatable {
  // archive:
  struct Inner: Equatable {
    // archive:
    enum Kind: String { case plain, fancy }
    var kind: Kind = .plain
    var depth = 0
  }
  // archive:
  enum State: Equatable {
    case idle
    case busy(Inner)
  }
  // archive:
  final class Part {
    var inner = Inner()
    var state: State = .idle
    var next: Part?
    init() {}
  }
  typealias Pairs = [String: Inner]

  var inner = Inner()
  var kind: Inner.Kind = .plain
  var qualified: Outer.Inner.Kind = .fancy
  var state: State = .idle
  var pairs: Pairs = [:]
}

extension Outer {
  // archive:
  struct Added: Equatable {
    var inner: Inner
    var outer: [Outer] = []
  }
}

/// Types of the same name in two places.
// archive:
struct Other {
  // archive: name("OtherInner")
  struct Inner: Equatable { var text: String }
  // archive: name("OtherPart")
  final class Part {
    var text = ""
    init() {}
  }
  var inner: Inner
  var part: Part
  var theirs: Outer.Inner
  var theirPart: Outer.Part?
}

/// A namespace that is not archived itself.
enum Namespace {
  // archive:
  struct Item: Equatable { var value: Int }
  // archive:
  class Base {
    var items: [Item] = []
    init() {}
  }
  // archive:
  final class Derived: Base {
    var extra: Item?
    override init() { super.init() }
  }
}
