// archive:
struct Item {
  var title: String
  var price: Int  // in cents
}
