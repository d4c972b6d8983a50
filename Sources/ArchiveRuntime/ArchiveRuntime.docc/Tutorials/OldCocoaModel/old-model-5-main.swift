import ArchiveRuntime
import Foundation

let soup = try ArchiveFile(path: "soup.recipe").blocking.load(Recipe.self)
soup.variants = []

// For apps that have the old class and NSKeyedUnarchiver.
var encoder = ArchiveEncoder()
encoder.setClassName("Cookbook.Recipe", for: Recipe.self)
let data = try encoder.encode(soup)

let old = try NSKeyedUnarchiver.unarchivedObject(ofClass: Recipe.self, from: data)
print("NSKeyedUnarchiver reads", old?.name ?? "nothing")
