import ArchiveRuntime
import CInventory
import Foundation

var items = (1...3).map { number in
  var item = CInventory.item()
  withUnsafeMutableBytes(of: &item.name) { $0.copyBytes(from: "item \(number)".utf8) }
  item.stock = quantity(amount: Int64(number * 100), unit: UNIT_GRAM)
  item.fragile = number == 2 ? 1 : 0
  item.shelf = UInt32(number)
  item.price = 2.5
  return item
}

let file = URL(fileURLWithPath: "build/inventory.archive")
try ArchiveEncoder().encode(items).write(to: file)
for item in try ArchiveDecoder().decode([item].self, from: Data(contentsOf: file)) {
  let name = withUnsafeBytes(of: item.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  print("\(name): \(item.stock.amount) g on shelf \(item.shelf)\(item.fragile == 1 ? ", fragile" : "")")
}
