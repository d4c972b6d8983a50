import Foundation

// Classes that derive from NSObject.

// archive: was("ModelFixtureTests.CodingMap")
class MapView: NSObject {
  var mapName: String = ""  // archive: key("MVMapName")
  var legends: [String] = []  // archive: key("MVLegendList")
  var isLegendVisible = false  // archive: key("MVLegendVisible")
  var scale: Double = 1  // archive: key("MVScale")
  var tile = Data()  // archive: key("MVTile")
  var updated: Date = Date(timeIntervalSinceReferenceDate: 0)  // archive: key("MVUpdated")
  var notes: [String: String] = [:]  // archive: key("MVNotes")
  var marks: [MapMark] = []  // archive: key("MVMarks")
  var center: MapMark?  // archive: key("MVCenter")
  var auxiliary: MapView?  // archive: key("MVAuxiliaryView"), weak
  override init() { super.init() }
}

// archive: was("ModelFixtureTests.CodingMark")
final class MapMark: NSObject {
  let title: String  // archive: key("MVTitle")
  let number: Int  // archive: key("MVNumber")
  weak var map: MapView?  // archive: key("MVMap")
  init(title: String, number: Int) {
    self.title = title
    self.number = number
  }
}

// archive:
final class DetailedMapView: MapView {
  var detail = 3  // archive: key("MVDetail")
  override init() { super.init() }
}
