import ArchiveRuntime
import Foundation

let file = ArchiveFile(path: "soup.recipe")
let soup = try file.blocking.load(Recipe.self)
print(soup.name, soup.steps, soup.variants.map(\.name))
