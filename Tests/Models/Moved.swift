// Properties that moved into structs, and from one to the other.

// archive:
struct Crate: Equatable {
  var weight = 0  // archive: was("/weight")
  var tag = ParcelTag()
}

// archive: codable
struct ParcelTag: Equatable {
  var text = ""  // archive: was("caption", "/label")
  var marks: [Int32] = []  // archive: was("/marks")
  var place = Spot()  // archive: was("/spot")
  var price: Double  // archive: was("/crate.price")

  init(price: Double) { self.price = price }
  init() { price = 0 }
}

// archive: codable
struct Spot: Equatable {
  var x = 0
  var y = 0
}

// archive:
final class Parcel {
  var id = 0
  var crate = Crate()
  init() {}
}
