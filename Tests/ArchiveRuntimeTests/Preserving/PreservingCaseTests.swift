import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// Release 1.1 has a colour of circles, and the height of frames.
private enum New {
  struct Frame: ArchivableComposite, Equatable {
    var width = 1
    var height = 2
    static var archivedClassName: String { "Frame" }
    init() {}
    init(from decoder: ObjectDecoder) throws {
      width = try decoder.decode(Int.self, forKey: "width")
      height = try decoder.decode(Int.self, forKey: "height")
    }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(width, forKey: "width")
      try encoder.encode(height, forKey: "height")
    }
  }

  enum Shape: ArchivableEnumeration, Equatable {
    case empty
    case circle(radius: Int, colour: Int)
    case framed(Frame)
    static var archivedClassName: String { "Shape" }
    var archivedCase: String {
      switch self {
      case .empty: "empty"
      case .circle: "circle"
      case .framed: "framed"
      }
    }
    var hasArchivedValues: Bool { self != .empty }
    func encodeValues(to encoder: ObjectEncoder) throws {
      switch self {
      case .empty: break
      case .circle(let radius, let colour):
        try encoder.encode(radius, forKey: "radius")
        try encoder.encode(colour, forKey: "colour")
      case .framed(let frame): try encoder.encode(frame, forKey: "frame")
      }
    }
    init?(archivedCase name: String) {
      guard name == "empty" else { return nil }
      self = .empty
    }
    init?(archivedCase name: String, from decoder: ObjectDecoder) throws {
      switch name {
      case "circle":
        self = .circle(
          radius: try decoder.decode(Int.self, forKey: "radius"),
          colour: try decoder.decodeIfPresent(Int.self, forKey: "colour") ?? 0)
      case "framed": self = .framed(try decoder.decode(Frame.self, forKey: "frame"))
      default: return nil
      }
    }
  }
}

private enum Old {
  struct Frame: ArchivableComposite, Equatable {
    var width = 1
    static var archivedClassName: String { "Frame" }
    init(_ width: Int = 1) { self.width = width }
    init(from decoder: ObjectDecoder) throws { width = try decoder.decode(Int.self, forKey: "width") }
    func encode(to encoder: ObjectEncoder) throws { try encoder.encode(width, forKey: "width") }
  }

  enum Shape: ArchivableEnumeration, Equatable {
    case empty
    case circle(radius: Int)
    case square(side: Int)
    case framed(Frame)
    case filled(Frame)
    case tagged(Frame?)
    static var archivedClassName: String { "Shape" }
    var archivedCase: String {
      switch self {
      case .empty: "empty"
      case .circle: "circle"
      case .square: "square"
      case .framed: "framed"
      case .filled: "filled"
      case .tagged: "tagged"
      }
    }
    var hasArchivedValues: Bool { self != .empty }
    func encodeValues(to encoder: ObjectEncoder) throws {
      switch self {
      case .empty: break
      case .circle(let radius): try encoder.encode(radius, forKey: "radius")
      case .square(let side): try encoder.encode(side, forKey: "side")
      case .framed(let frame): try encoder.encode(frame, forKey: "frame")
      case .filled(let frame): try encoder.encode(frame, forKey: "area")
      case .tagged(let frame): try encoder.encode(frame, forKey: "tag")
      }
    }
    init?(archivedCase name: String) {
      guard name == "empty" else { return nil }
      self = .empty
    }
    init?(archivedCase name: String, from decoder: ObjectDecoder) throws {
      switch name {
      case "circle": self = .circle(radius: try decoder.decode(Int.self, forKey: "radius"))
      case "square": self = .square(side: try decoder.decode(Int.self, forKey: "side"))
      case "framed": self = .framed(try decoder.decode(Frame.self, forKey: "frame"))
      case "filled": self = .filled(try decoder.decode(Frame.self, forKey: "area"))
      case "tagged": self = .tagged(try decoder.decodeIfPresent(Frame.self, forKey: "tag"))
      default: return nil
      }
    }
  }
}

/// A property in place, and one in an object of its own.
private final class Drawing<Shape: ArchivableValue>: ArchivableClass {
  var shape: Shape
  var mark: Shape?
  static var archivedClassName: String { "Drawing" }
  init(_ shape: Shape) { (self.shape, mark) = (shape, shape) }
  init(from decoder: ObjectDecoder) throws {
    shape = try decoder.decode(Shape.self, forKey: "shape")
    mark = try decoder.decodeIfPresent(Shape.self, forKey: "mark")
  }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(shape, forKey: "shape")
    try encoder.encode(mark, forKey: "mark")
  }
}

@Suite("What an older program does not know survives its load and save: cases of enumerations")
struct PreservingCaseTests {
  private let circle = New.Shape.circle(radius: 3, colour: 7)

  /// The archive of an older program that has changed the shapes.
  private func saved(_ shape: New.Shape, _ change: (Drawing<Old.Shape>) -> Void) throws -> Data {
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let old = try decoder.decode(Drawing<Old.Shape>.self, from: ArchiveEncoder().encode(Drawing(shape)))
    change(old)
    return try ArchiveEncoder(preserving: decoder).encode(old)
  }

  @Test("A case that stays keeps what is unknown of it, with changed values too")
  func same() throws {
    let data = try saved(circle) {
      $0.shape = .circle(radius: 4)
      $0.mark = .circle(radius: 5)
    }
    let new = try ArchiveDecoder().decode(Drawing<New.Shape>.self, from: data)
    #expect(new.shape == .circle(radius: 4, colour: 7))
    #expect(new.mark == .circle(radius: 5, colour: 7))
  }

  @Test("Another case takes its place, and what was unknown of the former one goes with it")
  func changed() throws {
    for shape in [Old.Shape.empty, .square(side: 9), .framed(Old.Frame(4))] {
      let data = try saved(circle) { ($0.shape, $0.mark) = (shape, shape) }
      #expect(data.range(of: Data("colour".utf8)) == nil, "\(shape)")
      let old = try ArchiveDecoder().decode(Drawing<Old.Shape>.self, from: data)
      #expect(old.shape == shape && old.mark == shape)
    }
    let data = try saved(.framed(New.Frame())) { ($0.shape, $0.mark) = (.square(side: 9), .empty) }
    #expect(data.range(of: Data("height".utf8)) == nil)
    #expect(try ArchiveDecoder().decode(Drawing<Old.Shape>.self, from: data).shape == .square(side: 9))
  }

  @Test("A struct that may be a value of the new case now is an error, because of what would be lost of it")
  func movedValue() throws {
    for (shape, key) in [(Old.Shape.filled(Old.Frame()), "filled.area"), (.tagged(Old.Frame()), "tagged.tag")] {
      for change in [{ $0.shape = shape }, { $0.mark = shape }] as [(Drawing<Old.Shape>) -> Void] {
        let error = #expect(throws: ArchiveError.self) { try saved(.framed(New.Frame()), change) }
        #expect(error?.code == .unknownDataLost && "\(error as Any)".contains(key), "\(error as Any)")
      }
    }
    #expect(throws: Never.self) { try saved(.framed(New.Frame())) { $0.shape = .tagged(nil) } }
  }

  /// A property is called as the name of an object's case is, and has the name of another property.
  private final class Cupboard<Lid: ArchivableValue>: ArchivableClass {
    var `case` = "lid"
    var lid: Lid
    static var archivedClassName: String { "Cupboard" }
    init(_ lid: Lid) { self.lid = lid }
    init(from decoder: ObjectDecoder) throws {
      `case` = try decoder.decode(String.self, forKey: "case")
      lid = try decoder.decode(Lid.self, forKey: "lid")
    }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(`case`, forKey: "case")
      try encoder.encode(lid, forKey: "lid")
    }
  }

  @Test("A struct that is still written keeps what is unknown of it, whatever a text called 'case' says")
  func noCase() throws {
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let old = try decoder.decode(
      Cupboard<Old.Frame>.self, from: ArchiveEncoder().encode(Cupboard(New.Frame())))
    old.case = "bag"
    let data = try ArchiveEncoder(preserving: decoder).encode(old)
    #expect(try ArchiveDecoder().decode(Cupboard<New.Frame>.self, from: data).lid == New.Frame())
  }
}
