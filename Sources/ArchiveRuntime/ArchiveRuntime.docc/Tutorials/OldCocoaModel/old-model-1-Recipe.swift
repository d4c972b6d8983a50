import Foundation

final class Recipe: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  var name: String
  var servings = 4
  var steps: [String] = []
  var variants: [Recipe] = []
  weak var original: Recipe?

  init(name: String) { self.name = name }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "RCName")
    coder.encode(servings, forKey: "RCServings")
    coder.encode(steps, forKey: "RCSteps")
    coder.encode(variants, forKey: "RCVariants")
    coder.encodeConditionalObject(original, forKey: "RCOriginal")
  }

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "RCName") as String? else { return nil }
    self.name = name
    servings = coder.decodeInteger(forKey: "RCServings")
    steps = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "RCSteps") as? [String] ?? []
    variants = coder.decodeObject(of: [NSArray.self, Recipe.self], forKey: "RCVariants") as? [Recipe] ?? []
    original = coder.decodeObject(of: Recipe.self, forKey: "RCOriginal")
  }
}
