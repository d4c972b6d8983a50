// What is inside structs has the outer one's name under C++ interoperability, and the archives are the same: `run write
// FILE` in one mode, `run read FILE` in the other.

import ArchiveRuntime
import COrders
import Foundation

#if canImport(CxxShim)
  typealias Line = order.line
  typealias Price = order.line.price
  typealias State = order.state
#else
  typealias Line = line
  typealias Price = price
  typealias State = state
#endif

func write(to file: ArchiveFile) throws {
  let order = UnsafeMutablePointer<order>.allocate(capacity: 1)
  let former = UnsafeMutablePointer<Price>.allocate(capacity: 1)
  let last = UnsafeMutablePointer<Line>.allocate(capacity: 1)
  defer {
    order.deallocate()
    former.deallocate()
    last.deallocate()
  }
  former.initialize(to: Price())
  former.pointee.cents = 1_299
  former.pointee.rate = 7
  last.initialize(to: Line())
  last.pointee.article = 3
  last.pointee.former = former
  order.initialize(to: COrders.order())
  order.pointee.state = State(rawValue: 2)
  order.pointee.first.price.cents = 999
  order.pointee.first.price.rate = 19
  order.pointee.first.next = last
  order.pointee.first.done = order_sent
  order.pointee.lines.1.article = 5
  order.pointee.lines.1.former = former
  order.pointee.best = last
  order.pointee.notes.inside.flags = 9
  order.pointee.notes.inside.read = order_paid
  order.pointee.notes.inside.about = last
  order.pointee.amount.pieces = 12
  order.pointee.type.number = 13
  order.pointee.renamed.number = 14
  var basket = basket()
  basket.prices.1 = former.pointee
  var encoder = ArchiveWriter()
  try encoder.encode(graph: UnsafePointer(order), forKey: "order")
  try encoder.encode(basket, forKey: "basket")
  try encoder.encode(former.pointee, forKey: "price")
  try file.blocking.save(data: try encoder.finish())
}

func read(from file: ArchiveFile) throws {
  let decoder = try file.blocking.reader()
  let graph = try decoder.decodeGraph(order.self, forKey: "order")
  guard let order = graph.root?.pointee else { preconditionFailure() }
  let last = order.first.next
  precondition(order.state.rawValue == 2)
  precondition(order.first.price.cents == 999 && order.first.price.rate == 19)
  precondition(order.first.done != nil && order.lines.0.done == nil)
  precondition(order.lines.1.article == 5 && order.lines.1.former != nil)
  precondition(last?.pointee.article == 3 && last == order.best && last == order.notes.inside.about)
  precondition(last?.pointee.former == order.lines.1.former && last?.pointee.former?.pointee.cents == 1_299)
  precondition(order.type.number == 13 && order.renamed.number == 14)
  precondition(order.notes.inside.flags == 9 && order.notes.inside.read != nil && order.amount.pieces == 12)
  let basket = try decoder.decode(basket.self, forKey: "basket")
  precondition(basket.prices.0.cents == 0 && basket.prices.1.rate == 7)
  let price = try decoder.decode(Price.self, forKey: "price")
  precondition(price.cents == 1_299)
}

let file = ArchiveFile(path: CommandLine.arguments[2])
if CommandLine.arguments[1] == "write" { try write(to: file) } else { try read(from: file) }
