// Chains of a million objects, which have to be taken apart link by link.

// archive:
final class VarLink {
  var number: Int
  var next: VarLink?
  init(number: Int) { self.number = number }
}

// archive:
final class LetLink {
  let number: Int
  let next: LetLink?
  init(number: Int, next: LetLink?) {
    self.number = number
    self.next = next
  }
}
