import ArchiveRuntime
import Foundation

let data = try Data(contentsOf: URL(fileURLWithPath: "lamp-1.0.archive"))
let item = try ArchiveDecoder().decode(Item.self, from: data)
print(item)
