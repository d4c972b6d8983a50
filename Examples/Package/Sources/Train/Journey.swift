import CTrain

// archive:
final class Journey {
  let destination: String
  /// A C struct; its code is generated as well.
  var composition: train = .init()
  var stops: [Stop] = []

  init(destination: String) { self.destination = destination }
}

// archive:
struct Stop {
  var station: String
  var minutes: Int = 0
}
