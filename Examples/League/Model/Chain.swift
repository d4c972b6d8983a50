/// A list as long as one likes: neither encoding nor decoding goes deeper for it. Swift's own `deinit` does.
// archive:
final class Link {
  let number: Int
  var next: Link?

  init(number: Int, next: Link? = nil) {
    self.number = number
    self.next = next
  }

  /// Freeing the first link frees the next one within it, and so on, a stack frame or two for each: some 5,000 links
  /// overflow 512 KiB. So the links are taken apart one by one, as long as nobody else holds them.
  deinit {
    var rest = next
    next = nil
    while isKnownUniquelyReferenced(&rest) {
      let following = rest?.next
      rest?.next = nil
      rest = following
    }
  }
}
