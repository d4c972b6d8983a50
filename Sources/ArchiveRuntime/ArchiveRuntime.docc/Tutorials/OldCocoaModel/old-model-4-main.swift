import ArchiveRuntime
import Foundation

let file = ArchiveFile(path: "soup.recipe")
let soup = try file.blocking.load(Recipe.self)
for variant in soup.variants { variant.original = soup }
try file.blocking.save(soup)

let copy = try file.blocking.load(Recipe.self)
print("the variant knows its original:", copy.variants[0].original === copy)
