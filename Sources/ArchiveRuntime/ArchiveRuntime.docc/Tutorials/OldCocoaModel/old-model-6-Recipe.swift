// archive:
final class Recipe {
  var title: String  // archive: key("RCName")
  var servings = 4  // archive: key("RCServings")
  var steps: [String] = []  // archive: key("RCSteps")
  var variants: [Recipe] = []  // archive: key("RCVariants")
  weak var original: Recipe?  // archive: key("RCOriginal")
  var rating = 0

  init(title: String) { self.title = title }
}
