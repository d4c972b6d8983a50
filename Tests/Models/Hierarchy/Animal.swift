import Foundation

// archive:
class Animal {
  var name: String
  var age = 0
  weak var owner: Person?
  init(name: String) { self.name = name }
}

// archive:
final class Person {
  var name: String
  var pets: [Animal] = []
  var favourite: Animal?
  var dogs: Set<Tag> = []
  init(name: String) { self.name = name }
}

// archive:
struct Tag: Hashable { var text: String }
