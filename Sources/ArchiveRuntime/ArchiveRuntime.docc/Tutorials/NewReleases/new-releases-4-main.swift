import ArchiveEvolution
import ArchiveRuntime
import Foundation

var item = Item(title: "Lamp", price: 2499, shelf: "B7")
let encoder = try ArchiveEncoder(for: .release("1.0"))
for loss in try encoder.losses(encoding: item) { print(loss) }

item.shelf = nil
try encoder.encode(item).write(to: URL(fileURLWithPath: "for-1.0.archive"))
print("written for 1.0")
