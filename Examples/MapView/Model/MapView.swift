import Foundation

/// A map, under the keys that its coding methods have always written.
// archive:
final class MapView: View {
  // archive: key("MVMapName")
  var mapName: String
  // archive: key("MVLegend")
  var legendLocation: LegendLocation
  /// A view elsewhere in the window, an overview perhaps: archived if the window's own archive has it, else nil.
  // archive: key("MVAuxView")
  weak var auxiliaryView: View?
  /// Made when it is needed, and left out.
  lazy var tiles: [String] = ["\(mapName)/0/0"]

  init(frame: CGRect, subviews: [View] = [], mapName: String, legendLocation: LegendLocation = .topLeft) {
    self.mapName = mapName
    self.legendLocation = legendLocation
    super.init(frame: frame, subviews: subviews)
  }
}

// archive:
enum LegendLocation: Int {
  case topLeft, topRight, bottomLeft, bottomRight
}
