import ArchiveRuntime
import Foundation

/// A person with every kind of reference to others.
final class Person: ArchivableClass {
  var name: String
  var friends: [Person] = []
  var partner: Person?
  weak var boss: Person?

  init(_ name: String) { self.name = name }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(name, forKey: "name")
    try encoder.encode(friends, forKey: "friends")
    try encoder.encode(partner, forKey: "partner")
    try encoder.encodeConditionalObject(boss, forKey: "boss")
  }

  init(from decoder: ObjectDecoder) throws {
    name = try decoder.decode(String.self, forKey: "name")
  }

  func connect(from decoder: ObjectDecoder) throws {
    friends = try decoder.decode([Person].self, forKey: "friends")
    partner = try decoder.decodeIfPresent(Person.self, forKey: "partner")
    boss = try decoder.decodeIfPresent(Person.self, forKey: "boss")
  }
}

/// A link of a chain; its next is a matter of connecting.
final class ChainLink: ArchivableClass {
  let value: Int
  var next: ChainLink?

  init(_ value: Int, _ next: ChainLink? = nil) {
    self.value = value
    self.next = next
  }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(value, forKey: "value")
    try encoder.encode(next, forKey: "next")
  }

  init(from decoder: ObjectDecoder) throws { value = try decoder.decode(Int.self, forKey: "value") }
  func connect(from decoder: ObjectDecoder) throws { next = try decoder.decode(ChainLink?.self, forKey: "next") }

  /// A chain of values from 0 on.
  static func chain(_ count: Int) -> ChainLink? {
    var first: ChainLink?
    for value in (0..<count).reversed() { first = ChainLink(value, first) }
    return first
  }

  /// The values of a chain, which is taken apart: Swift frees it by recursion.
  static func takeApart(_ first: ChainLink?) -> [Int] {
    var values: [Int] = []
    var link = first
    while let current = link {
      values.append(current.value)
      link = current.next
      current.next = nil
    }
    return values
  }
}

/// A link that cannot be without its next.
final class Nested: ArchivableClass {
  let depth: Int
  var inner: Nested?

  init(_ depth: Int, _ inner: Nested?) {
    self.depth = depth
    self.inner = inner
  }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(depth, forKey: "depth")
    try encoder.encode(inner, forKey: "inner")
  }

  init(from decoder: ObjectDecoder) throws {
    depth = try decoder.decode(Int.self, forKey: "depth")
    inner = try decoder.decode(Nested?.self, forKey: "inner")
  }
}

struct Money: ArchivableComposite, Equatable {
  var amount: Int
  var currency: String

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(amount, forKey: "amount")
    try encoder.encode(currency, forKey: "currency")
  }

  init(_ amount: Int, _ currency: String) {
    self.amount = amount
    self.currency = currency
  }

  init(from decoder: ObjectDecoder) throws {
    amount = try decoder.decode(Int.self, forKey: "amount")
    currency = try decoder.decode(String.self, forKey: "currency")
  }
}
