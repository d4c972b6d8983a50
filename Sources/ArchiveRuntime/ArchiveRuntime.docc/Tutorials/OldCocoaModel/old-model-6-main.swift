import ArchiveRuntime
import Foundation

for path in ["old.recipe", "soup.recipe"] {
  let soup = try ArchiveFile(path: path).blocking.load(Recipe.self)
  print(path, soup.title, soup.steps.count, "steps, rating", soup.rating)
}
