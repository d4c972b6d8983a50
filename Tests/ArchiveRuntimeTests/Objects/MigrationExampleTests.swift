import Foundation
import Testing

@testable import ArchiveRuntime

/// The code of the page "Coming from NSKeyedArchiver". A test holds the two against each other.
// example: before
class OldRecipe: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let name: String
  let servings: Int
  var steps: [String] = []
  var variants: [OldRecipe] = []
  weak var original: OldRecipe?

  init(_ name: String, servings: Int) { (self.name, self.servings) = (name, servings) }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
    coder.encode(servings, forKey: "servings")
    coder.encode(steps, forKey: "steps")
    coder.encode(variants, forKey: "variants")
    coder.encodeConditionalObject(original, forKey: "original")
  }

  required init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") as String? else { return nil }
    self.name = name
    servings = coder.decodeInteger(forKey: "servings")
    steps = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "steps") as? [String] ?? []
    variants = coder.decodeObject(of: [NSArray.self, OldRecipe.self], forKey: "variants") as? [OldRecipe] ?? []
    original = coder.decodeObject(of: OldRecipe.self, forKey: "original")
  }
}
// end

// example: after
final class Recipe: ArchivableClass {
  static var earlierArchivedClassNames: [String] { ["Cookbook.OldRecipe"] }
  let name: String
  let servings: Int
  var steps: [String] = []
  var variants: [Recipe] = []
  weak var original: Recipe?

  init(_ name: String, servings: Int) { (self.name, self.servings) = (name, servings) }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(name, forKey: "name")
    try encoder.encode(servings, forKey: "servings")
    try encoder.encode(steps, forKey: "steps")
    try encoder.encode(variants, forKey: "variants")
    try encoder.encodeConditionalObject(original, forKey: "original")
  }

  init(from decoder: ObjectDecoder) throws {
    name = try decoder.decode(String.self, forKey: "name")
    servings = try decoder.decodeIfPresent(Int.self, forKey: "servings") ?? 4
    steps = try decoder.decodeIfPresent([String].self, forKey: "steps") ?? []
  }

  func connect(from decoder: ObjectDecoder) throws {
    variants = try decoder.decodeIfPresent([Recipe].self, forKey: "variants") ?? []
    original = try decoder.decodeIfPresent(Recipe.self, forKey: "original")
  }
}
// end

@Suite("The example of the page on coming from NSKeyedArchiver") struct MigrationExampleTests {
  @Test("The page shows the code that is compiled here") func pageShowsThis() throws {
    #expect(try Guide.examples(in: #filePath, missingFrom: ["ComingFromNSKeyedArchiver"]) == [])
    #expect(try Guide.examples(in: #filePath).count == 3)
  }

  @Test("Files that the old class wrote are read, circles too") func oldFiles() throws {
    let (soup, spicy) = (OldRecipe("Soup", servings: 4), OldRecipe("Spicy soup", servings: 2))
    (soup.steps, soup.variants, spicy.original) = (["Boil", "Stir"], [spicy], soup)
    let data = FoundationArchive.write(soup)
    var decoder = ArchiveDecoder()
    decoder.setClass(Recipe.self, forClassName: NSStringFromClass(OldRecipe.self))
    check(try decoder.decode(Recipe.self, from: data))
  }

  private func check(_ recipe: Recipe) {
    #expect(recipe.name == "Soup")
    #expect(recipe.servings == 4)
    #expect(recipe.steps == ["Boil", "Stir"])
    #expect(recipe.variants.map(\.name) == ["Spicy soup"])
    #expect(recipe.variants.first?.original === recipe)
  }

  @Test("Files of the new class go out and back, also under the old name") func newFiles() async throws {
    let (soup, spicy) = (Recipe("Soup", servings: 4), Recipe("Spicy soup", servings: 2))
    (soup.steps, soup.variants, spicy.original) = (["Boil", "Stir"], [spicy], soup)
    let url = Tool.temporary("recipes")
    defer { try? FileManager.default.removeItem(at: url) }
    func example() async throws -> Recipe {
      // example: use
      // Files of either class are read. An error in a file is thrown and describes the problem.
      try await ArchiveFile(url).save(soup)
      let copy = try await ArchiveFile(url).load(Recipe.self)

      // For apps that still have the old class.
      var encoder = ArchiveEncoder()
      encoder.setClassName("Cookbook.OldRecipe", for: Recipe.self)
      let data = try encoder.encode(copy)
      // end
      check(copy)
      return try ArchiveDecoder().decode(Recipe.self, from: data)
    }
    check(try await example())
  }

  @Test("The old class reads what the new one writes") func forOldApps() throws {
    let soup = Recipe("Soup", servings: 4)
    soup.steps = ["Boil"]
    let reader = try NSKeyedUnarchiver(forReadingFrom: try ArchiveEncoder().encode(soup))
    reader.requiresSecureCoding = true
    reader.setClass(OldRecipe.self, forClassName: "Recipe")
    let read = reader.decodeObject(of: OldRecipe.self, forKey: NSKeyedArchiveRootObjectKey)
    #expect(read?.name == "Soup")
    #expect(read?.servings == 4)
    #expect(read?.steps == ["Boil"])
  }
}
