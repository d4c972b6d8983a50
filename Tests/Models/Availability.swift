import Foundation

// What is deprecated, or named in another way than where it is declared.

// archive:
@available(
  *, deprecated,
  message: """
    use
    Rack
    """
) final class OldRack {
  var boxes: [OldBox] = []
  init() {}
}

// archive: columns
@available(*, deprecated) struct OldBox: Equatable { var width: Int }

@available(*, deprecated) enum OldNames {
  // archive: codable
  struct Inner: Equatable { var text: String }
  // archive:
  enum Kind: Int { case small, large }
}

// archive:
class Rack {
  @available(*, deprecated) var height = 1
  @available(*, deprecated) var old: OldRack?
  let name: String
  @available(*, deprecated, renamed: "init(other:)") init(name: String) { self.name = name }
}

// archive:
final class WideRack: Rack {
  var width = 2
  weak var neighbour: WideRack?
  @available(*, deprecated) override init(name: String) { super.init(name: name) }
}

// archive: columns
final class RackRow {
  @available(*, deprecated) var height = 1
  var next: RackRow?
  init() {}
}

// archive:
struct KnownThing: Identifiable, Equatable {
  typealias Tags = [String]
  let id: UUID
  var tags: Self.Tags
}

// archive:
struct KnownSelection: Equatable {
  var items: [KnownThing]
  private(set) var selected: KnownThing.ID?
  var marked: Set<KnownThing.ID>

  init(items: [KnownThing], selected: UUID?) {
    (self.items, self.selected, marked) = (items, selected, selected.map { [$0] } ?? [])
  }
}

// archive:
enum Words: Equatable { case words(`let`: Int, `var`: Int, `inout`: Int) }

// archive:
struct WordStruct: Equatable {
  let `inout`: Int
  private(set) var `let`: Int
}

/// Nothing of it is archived.
// archive: codable
struct NothingArchived: Equatable {
  // archive: skip
  var cache = 3
}

// archive:
final class AnyWithValue {
  var any: Any = 5
  let other: Any?
  init(any: Any, other: Any?) { (self.any, self.other) = (any, other) }
}

/// A parameter with the name of another module's type, beside that type.
// archive:
struct Reply<Data>: Equatable where Data: Equatable {
  let data: Data
  var raw: Foundation.Data
  var more: [Foundation.Data] = []
}

// archive:
struct NamedPart<String>: Equatable where String: Equatable {
  var label: Swift.String
  var value: String
  var names: [Swift.String: Swift.Int] = [:]
}
