// archive: validate(check)
final class Puppy: Dog {
  var weeks: Int = 1
  unowned let mother: Dog
  init(name: String, breed: String, mother: Dog) {
    self.mother = mother
    super.init(name: name, breed: breed)
  }
  func check() throws {
    if weeks < 0 { throw HierarchyError.negativeWeeks }
  }
}

enum HierarchyError: Error { case negativeWeeks }

/// A subclass without members: initializers are inherited.
// archive:
final class Cat: Animal {}

/// A level in between without instances.
// archive:
class Bird: Animal {
  var wings = 2
  override init(name: String) { super.init(name: name) }
}

// archive:
final class Parrot: Bird {
  var words: [String] = ["hello"]
}

// archive:
final class Zoo {
  var animals: [Animal] = []
  var byName: [String: Animal] = [:]
  var star: Dog?
  init() {}
}
