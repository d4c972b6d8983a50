/// A class name in Foundation's archives that the code sets: `NSKeyedArchiver.setClassName("Map", for: MapView.self)`.
public struct SwiftClassName: Sendable, Equatable {
  public var type: String
  public var name: SwiftText
  public var location: SourceLocation
  public var sourceLine: String?

  public init(type: String, name: SwiftText, location: SourceLocation, sourceLine: String? = nil) {
    self.type = type
    self.name = name
    self.location = location
    self.sourceLine = sourceLine
  }
}
