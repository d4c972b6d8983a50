/// Places for the names of links, so that no name covers another one where there is room beside it.
struct EdgeNames {
  /// Parts of the way along a link, the middle first.
  private static let parts: [Double] = [0.5, 0.4, 0.6, 0.32, 0.68, 0.25, 0.75]
  private static let (size, height) = (9.5, 12.0)

  private var taken: [(x: Double, y: Double, width: Double)] = []

  /// The middle of the name.
  ///
  /// - Parameter point: the point of the link at a part of its way, between 0 and 1.
  mutating func place(_ name: String, on point: (Double) -> (x: Double, y: Double)) -> (x: Double, y: Double) {
    let width = SVGText.width(name, Self.size, false)
    let places = Self.parts.map(point)
    let free = places.first { place in
      !taken.contains { abs($0.x - place.x) < ($0.width + width) / 2 + 2 && abs($0.y - place.y) < Self.height }
    }
    let place = free ?? places[0]
    taken.append((place.x, place.y, width))
    return place
  }

  /// A cubic Bézier curve.
  static func curve(
    _ p0: (x: Double, y: Double), _ p1: (x: Double, y: Double), _ p2: (x: Double, y: Double),
    _ p3: (x: Double, y: Double)
  ) -> (Double) -> (x: Double, y: Double) {
    { part in
      let rest = 1 - part
      let weights = (rest * rest * rest, 3 * rest * rest * part, 3 * rest * part * part, part * part * part)
      return (
        weights.0 * p0.x + weights.1 * p1.x + weights.2 * p2.x + weights.3 * p3.x,
        weights.0 * p0.y + weights.1 * p1.y + weights.2 * p2.y + weights.3 * p3.y
      )
    }
  }
}
