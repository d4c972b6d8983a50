import Foundation

// A document editor's tree: pages, layers, shapes and text, with styles that are shared.

// archive:
final class EditorDocument {
  var id = UUID()
  var title: String = "Untitled"
  var author: String?
  var created: Date = Date(timeIntervalSinceReferenceDate: 0)
  var modified: Date?
  var pages: [EditorPage] = []
  var styles: [EditorStyle] = []
  var swatches: [String: EditorColor] = [:]
  var defaultStyle: EditorStyle?
  var keywords: Set<String> = []
  var settings = EditorSettings()
  weak var currentPage: EditorPage?
  var undoDepth = 0  // archive: skip
  var isModified: Bool { undoDepth > 0 }
  init() {}
}

// archive:
struct EditorSettings: Equatable {
  var showsGrid = true
  var gridSize = 8.0
  var snapsToGrid: Bool = false
  var rulerUnit: Unit = .points
  var zoom: Double = 1  // archive: key("zoomFactor"), was("zoom")
  var visible: CGRect = CGRect(x: 0, y: 0, width: 100, height: 100)
  var guides: [Double] = []
  // archive:
  enum Unit: String { case points, millimetres, inches }
}

// archive:
struct EditorColor: Hashable {
  var red: Float
  var green: Float
  var blue: Float
  var alpha: Float = 1
}

// archive:
final class EditorStyle {
  var name: String
  var fill: EditorPaint = .none
  var stroke: EditorPaint = .none
  var lineWidth = 1.0
  var dash: [Double] = []
  var based: EditorStyle?
  var opacity: Float = 1
  init(name: String) { self.name = name }
}

// archive:
enum EditorPaint: Equatable {
  case none
  case color(EditorColor)
  indirect case gradient(stops: [EditorStop], angle: Double)
  case image(data: Data, tiled: Bool)
}

// archive:
struct EditorStop: Equatable {
  var color: EditorColor
  var location: Double
}

// archive:
final class EditorPage {
  let number: Int
  unowned let document: EditorDocument
  var size: CGSize = CGSize(width: 595, height: 842)
  var layers: [EditorLayer] = []
  var margins: (top: Double, left: Double, bottom: Double, right: Double) = (0, 0, 0, 0)
  var master: EditorPage?
  init(number: Int, document: EditorDocument) {
    self.number = number
    self.document = document
  }
}

// archive:
class EditorItem {
  var name: String = ""
  var frame: CGRect = CGRect(x: 0, y: 0, width: 0, height: 0)
  var rotation = 0.0
  var isHidden = false
  var isLocked = false
  var style: EditorStyle?
  weak var parent: EditorLayer?
  var attributes: [String: String] = [:]
  init() {}
}

// archive:
final class EditorLayer: EditorItem {
  var items: [EditorItem] = []
  var blend: Blend = .normal
  // archive:
  enum Blend: Int { case normal, multiply, screen }
}

// archive:
final class EditorPath: EditorItem {
  var segments: [Segment] = []
  var isClosed = false
  // archive:
  enum Segment: Equatable {
    case move(CGPoint)
    case line(CGPoint)
    case curve(CGPoint, CGPoint, CGPoint)
    case close
  }
}

// archive:
final class EditorText: EditorItem {
  var text: String = ""
  var runs: [Run] = []
  var linked: EditorText?
  // archive:
  struct Run: Equatable {
    var range: Range<Int>
    var font: String
    var size: Double = 12
    var color: EditorColor?
    var link: URL?
  }
}

// archive:
final class EditorImage: EditorItem {
  let data: Data
  var crop: CGRect?
  init(data: Data) { self.data = data }
}
