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
