import ArchiveRuntime
import Foundation

func describe(_ window: View) {
  for case let map as MapView in window.subviews {
    print(
      "  \(map.mapName): legend \(map.legendLocation), frame \(Int(map.frame.width)) x \(Int(map.frame.height)),",
      terminator: " ")
    print(
      "in this window: \(map.superview === window), beside: \(map.auxiliaryView.map { "\(type(of: $0))" } ?? "nothing")"
    )
  }
}

let window = View(frame: CGRect(x: 0, y: 0, width: 800, height: 600))
let overview = MapView(frame: CGRect(x: 600, y: 0, width: 200, height: 200), mapName: "World")
let map = MapView(frame: CGRect(x: 0, y: 0, width: 600, height: 600), mapName: "Oslo", legendLocation: .bottomRight)
map.auxiliaryView = overview
window.add(map)
window.add(overview)

// The whole window: the map's overview is part of it.
let data = try ArchiveEncoder().encode(window)
print("A window from its archive:")
describe(try ArchiveDecoder().decode(View.self, from: data))

// The map alone: its overview and its window are not archived, and references to them are nil.
let alone = try ArchiveDecoder().decode(MapView.self, from: try ArchiveEncoder().encode(map))
print("The map alone: beside \(alone.auxiliaryView == nil ? "nothing" : "something"), \(alone.mapName)")

// An archive of an earlier version opens forever: where the file is given, it is made only if there is none.
if let path = CommandLine.arguments.dropFirst().first {
  let golden = ArchiveFile(path: path)
  if !FileManager.default.fileExists(atPath: path) { try golden.blocking.save(window) }
  print("The window of golden.archive:")
  describe(try golden.blocking.load(View.self))
}
