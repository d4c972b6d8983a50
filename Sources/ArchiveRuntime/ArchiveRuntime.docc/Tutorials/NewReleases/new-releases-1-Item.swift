// archive:
struct Item {
  var name: String
  var price: Int  // in cents
}
