import Foundation

// archive: types(Square, Disc, Blob)
protocol Drawable {
  var area: Double { get }
}

// archive:
struct Square: Drawable, Equatable {
  var side: Double
  var area: Double { side * side }
}

// archive:
struct Disc: Drawable, Equatable {
  var radius: Double
  var area: Double { radius * radius * 3 }
}

// archive:
final class Blob: Drawable {
  var area: Double
  var parts: [any Drawable] = []
  weak var keeper: (any CanvasDelegate)?  // archive: types(Window)
  init(area: Double) { self.area = area }
}

protocol CanvasDelegate: AnyObject {
  var title: String { get }
}

// archive:
final class Canvas {
  var first: any Drawable
  var shapes: [any Drawable] = []
  var named: [String: any Drawable] = [:]
  var maybe: (any Drawable)?
  var maybes: [(any Drawable)?] = []
  weak var delegate: (any CanvasDelegate)?  // archive: types(Window, Panel)
  var owners: [any CanvasDelegate] = []  // archive: types(Window, Panel)
  var both: (any Drawable & Sendable)?  // archive: types(Square, Disc)
  init(first: any Drawable) { self.first = first }
}

// archive:
class Window: CanvasDelegate {
  var title: String
  var canvas: Canvas?
  init(title: String) { self.title = title }
}
// archive:
final class Panel: Window {
  var isFloating = true
}

// archive:
struct Layer {
  var shape: any Drawable
  var others: [any Drawable] = []
}

/// Protocols within types: a generated box is outside of these.
// archive:
struct Easel: Equatable {
  protocol Layer {}
  typealias AnyLayer = Layer & Sendable

  // archive:
  struct Ink: Layer, Equatable { var width = 1 }

  var layer: any Layer = Ink()  // archive: types(Ink)
  var named: [String: any Layer] = [:]  // archive: types(Ink)
  var sent: (any AnyLayer)?  // archive: types(Ink)

  static func == (left: Easel, right: Easel) -> Bool {
    func ink(_ layer: (any Layer)?) -> Ink? { layer as? Ink }
    return ink(left.layer) == ink(right.layer) && left.named.mapValues(ink) == right.named.mapValues(ink)
      && ink(left.sent) == ink(right.sent)
  }
}
