import ArchiveRuntime
import Foundation

let item = Item(name: "Lamp", price: 1999)
try ArchiveEncoder().encode(item).write(to: URL(fileURLWithPath: "lamp-1.0.archive"))
