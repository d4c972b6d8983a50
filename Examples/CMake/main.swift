import ArchiveRuntime
import CStock
import Foundation

var nails = CStock.item()
item_fill(&nails, "nails", 500)

let archive = try ArchiveEncoder().encode(nails)
var copy = try ArchiveDecoder().decode(item.self, from: archive)

let shelves = withUnsafeBytes(of: copy.on_shelves) { Array($0.bindMemory(to: UInt16.self)) }
print("\(item_amount(&copy)) g on shelf \(copy.shelf), \(shelves) on the shelves")
