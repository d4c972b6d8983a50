// archive:
struct Item {
  var title: String  // archive: was("name")
  var price: Int  // in cents
  var shelf: String?
}
