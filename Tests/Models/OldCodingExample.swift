import Foundation

/// The example at the head of "Coming from NSKeyedArchiver"; a test holds the page against it.
// example: first
// archive:
final class Recipe: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  private enum Keys: String { case name = "RCName", servings = "RCServings" }

  var name: String
  var servings = 4
  var course: Course = .main
  var cooked: Date?
  var steps: [String] = []
  var variants: [Recipe] = []
  weak var original: Recipe?
  var rating = 0  // new: it was never in an archive

  init(name: String) { self.name = name }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: Keys.name.rawValue)
    coder.encode(servings, forKey: Keys.servings.rawValue)
    coder.encode(course.rawValue, forKey: "RCCourse")
    coder.encode(cooked, forKey: "RCCooked")
    coder.encode(steps, forKey: "RCSteps")
    coder.encode(variants, forKey: "RCVariants")
    coder.encodeConditionalObject(original, forKey: "RCOriginal")
  }

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: Keys.name.rawValue) as String? else { return nil }
    self.name = name
    servings = coder.decodeInteger(forKey: Keys.servings.rawValue)
    course = Course(rawValue: coder.decodeInteger(forKey: "RCCourse")) ?? .main
    let steps =
      coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "RCSteps")
      ?? coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "RCMethod")
    self.steps = steps as? [String] ?? []
    super.init()
  }
}

// archive:
enum Course: Int { case starter, main, dessert }
// end
