import Foundation

// archive:
public struct PublicPoint: Equatable, Sendable {
  public var x: Int
  public var y: Int
  public init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
}

// archive:
open class PublicShape {
  public var name = ""
  public internal(set) var origin = PublicPoint(x: 0, y: 0)
  var hidden = 1
  public init() {}
}

// archive:
public final class PublicCircle: PublicShape {
  public var radius = 1.0
  public var kind: Kind = .plain
  // archive:
  public enum Kind: Equatable, Sendable {
    case plain
    case dashed([Double])
  }
  public override init() { super.init() }
}

// archive:
public enum PublicColor: String, Sendable { case red, green }

// archive:
public struct PublicBox<Value> {
  public var value: Value
  public init(value: Value) { self.value = value }
}

// archive:
package struct PackagePoint: Equatable {
  package var x: Int
  package var color: PublicColor
  package init(x: Int, color: PublicColor) { (self.x, self.color) = (x, color) }
}

// archive:
package final class PackageNode {
  package var points: [PackagePoint] = []
  package var next: PackageNode?
  package init() {}
}

// archive:
public struct PublicTuples {
  public var range: (lower: Int, upper: Int)
  public var pairs: [(Int, PublicColor)] = []
  public init(range: (lower: Int, upper: Int)) { self.range = range }
}

/// A class that may be shared among threads.
// archive:
public final class SharedCounter: @unchecked Sendable {
  public var count = 0
  public init() {}
}

// archive:
final class Frozen: Sendable {
  let text: String
  let numbers: [Int]
  init(text: String, numbers: [Int]) { (self.text, self.numbers) = (text, numbers) }
}

/// Its own conformances, which are synthesized.
// archive:
struct Everything: Hashable, Codable, Comparable, Identifiable, CustomStringConvertible, Sendable {
  var id = UUID()
  var rank = 0
  static func < (left: Everything, right: Everything) -> Bool { left.rank < right.rank }
  var description: String { "\(rank)" }
}
