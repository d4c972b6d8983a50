import Foundation

// Types that are archived by their own Codable coding, because their properties do not suffice.

/// Its only initializer is the one that the compiler writes for Codable.
// archive: owncoding
final class OwnReceipt: Codable {
  let number: Int
  private var lines: [String]

  var text: String { lines.joined(separator: ", ") }

  private enum CodingKeys: CodingKey { case number, lines }
}

/// Its coding has other keys than its properties, and a private helper.
// archive: owncoding
struct OwnAccount: Codable, Hashable {
  private let secret: String
  var owner: String

  init(secret: String, owner: String) { (self.secret, self.owner) = (secret, owner) }

  init(from decoder: any Decoder) throws {
    let stored = try StoredAccount(from: decoder)
    self.init(secret: String(stored.s.reversed()), owner: stored.o)
  }

  func encode(to encoder: any Encoder) throws {
    try StoredAccount(s: String(secret.reversed()), o: owner).encode(to: encoder)
  }
}

private struct StoredAccount: Codable {
  let s: String
  let o: String
}

/// It is stored as a single value.
// archive: owncoding
enum OwnRank: Codable, Equatable {
  case low
  case other(Int)

  init(from decoder: any Decoder) throws {
    let number = try decoder.singleValueContainer().decode(Int.self)
    self = number == 0 ? .low : .other(number)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .low: try container.encode(0)
    case .other(let number): try container.encode(number)
    }
  }
}

// archive: owncoding
struct OwnChoice<Value> {
  fileprivate var values: [Value]
  init(_ values: [Value]) { self.values = values }
}

extension OwnChoice: Equatable where Value: Equatable {}
extension OwnChoice: Codable where Value: Codable {}

// archive: owncoding
struct OwnAlways<Value: Codable & Equatable>: Codable, Equatable {
  private var value: Value
  init(_ value: Value) { self.value = value }
}

// archive: owncoding
class OwnShape: Codable {
  private var name: String
  init(name: String) { self.name = name }
  var shown: String { name }
}

// archive: owncoding
final class OwnSquare: OwnShape {
  private var side: Double

  init(name: String, side: Double) {
    self.side = side
    super.init(name: name)
  }

  required init(from decoder: any Decoder) throws {
    side = try decoder.container(keyedBy: Keys.self).decode(Double.self, forKey: .side)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(side, forKey: .side)
  }

  override var shown: String { "\(super.shown) \(side)" }

  private enum Keys: CodingKey { case side }
}

// archive:
struct OwnLedger: Equatable {
  var account: OwnAccount
  var accounts: [OwnAccount] = []
  var byName: [String: OwnChoice<Int>] = [:]
  var members: Set<OwnAccount> = []
  var best: OwnAccount?
  var rank = OwnRank.low  // archive: key("r"), was("level")
  var ranks: [OwnRank?] = []
  var always = OwnAlways(["a"])
  var components = DateComponents(year: 2026)  // archive: owncoding
  var person: PersonNameComponents?  // archive: owncoding
  var days: [DateComponents] = []  // archive: owncoding
  var count = 3  // archive: owncoding
  var due = OwnDue.never
}

// archive:
enum OwnDue: Equatable {
  case never
  case at(DateComponents /* archive: owncoding */, OwnRank)
}

// archive: codable
struct OwnCodedLedger: Equatable {
  var account: OwnAccount
  var components: DateComponents?  // archive: owncoding
}

// archive:
final class OwnShop {
  var receipts: [OwnReceipt] = []
  var shape: OwnShape
  var square: OwnSquare?
  init(shape: OwnShape) { self.shape = shape }
}
