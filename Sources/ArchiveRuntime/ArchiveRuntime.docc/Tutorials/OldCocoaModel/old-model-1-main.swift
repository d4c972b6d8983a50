import Foundation

let soup = Recipe(name: "Tomato soup")
soup.steps = ["Chop the tomatoes", "Cook for an hour"]
soup.variants = [Recipe(name: "Tomato soup with basil")]

let data = try NSKeyedArchiver.archivedData(withRootObject: soup, requiringSecureCoding: true)
try data.write(to: URL(fileURLWithPath: "soup.recipe"))
print("saved", soup.name)
