// archive: name("Canine")
class Dog: Animal {
  let breed: String
  var toys: [String] = []
  var friend: Dog?
  init(name: String, breed: String) {
    self.breed = breed
    super.init(name: name)
  }
}
