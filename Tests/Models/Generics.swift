import Foundation

// archive:
struct Box<Value> {
  var value: Value
  var label = ""
}
extension Box: Equatable where Value: Equatable {}

// archive:
struct Pair<First: Hashable, Second> {
  var first: First
  let second: Second
  var seconds: [Second] = []
  var byFirst: [First: Second] = [:]
}
extension Pair: Equatable where Second: Equatable {}

// archive:
enum Either<Left, Right> {
  case left(Left)
  case right(Right)
  case both(left: Left, right: Right)
  case neither
}
extension Either: Equatable where Left: Equatable, Right: Equatable {}

// archive:
indirect enum Chain<Element> {
  case end
  case link(Element, Chain<Element>)
}

// archive:
final class Cell<Value> {
  var value: Value
  var next: Cell<Value>?
  weak var previous: Cell<Value>?
  init(value: Value) { self.value = value }
}

// archive:
struct Ranked<Value: Comparable> where Value: Hashable {
  var values: [Value] = []
  var best: Value?
}

// archive:
struct GenericUses {
  var number: Box<Int>
  var text: Box<String>
  var list: Box<[String]>
  var place: Box<Coordinates>
  var nested: Box<Box<Int?>>
  var pair: Pair<String, Box<Int>>
  var either: Either<Int, String>
  var eithers: [Either<Box<Int>, [String]>] = []
  var cell: Cell<Int>?
  var cells: [String: Cell<Box<String>>] = [:]
  var chain: Chain<Int> = .end
  var ranked = Ranked<Int>()
  var object: Box<Keeper?>
}

// archive:
final class Keeper {
  var name = ""
  var cell: Cell<Keeper>?
  init() {}
}
