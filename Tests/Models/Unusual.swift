// Declarations that Swift accepts and that are seldom seen.

public import Foundation

/// Names between backticks.
// archive:
public struct `Spaced name`: Equatable {
  public var `a b` = 1
  public var `1st` = 2
  public var inner: `in ner` = .init(`x y`: 3)
  // archive:
  public struct `in ner`: Equatable { public var `x y`: Int }

  public init() {}
}

// archive:
public enum `Spaced case`: Equatable { case `a b`(`q r`: Int), `self`, `init`, `2nd` }

// archive: types(`Spaced name`)
public protocol `Spaced protocol` {}
extension `Spaced name`: `Spaced protocol` {}

// archive:
public class `Spaced class` {
  public var `my name` = "n"
  public init() {}
}
// archive:
public final class `Sub-class`: `Spaced class` {
  public var `2nd`: [`Spaced name`] = []
  public var any: any `Spaced protocol` = `Spaced name`()
  public var pair: (`a b`: Int, `in`: Int) = (1, 2)
  public weak var `w w`: `Spaced class`?
}

/// Names of Swift's own types, and of parts of types.
public enum Own {
  // archive:
  public struct String: Equatable { public var x = 1 }
  // archive:
  public struct Bool: Equatable { public var text: Swift.String = "t" }
  // archive:
  public enum `Type`: Equatable { case a, b(String) }
  // archive:
  public struct `Protocol`: Equatable {
    public var flag: Swift.Bool = false
    public var number = 1.5
  }
  // archive:
  public enum Error: Swift.String { case e, f }
  // archive:
  public final class Holder: Equatable {
    public var type: `Type` = .a
    public var types: [Own.`Type`] = []
    public var proto: Own.`Protocol`? = .init()
    public var error: Error = .e
    public var string: String = .init()
    public var flags: [Bool] = []
    public var names: [Swift.String] = []
    public init() {}
    public static func == (a: Holder, b: Holder) -> Swift.Bool {
      a.type == b.type && a.types == b.types && a.proto == b.proto && a.error == b.error && a.string == b.string
        && a.flags == b.flags && a.names == b.names
    }
  }
}

/// A class whose subclass hides the name of its property's type.
// archive:
public class Hidden {
  public var day = Date(timeIntervalSinceReferenceDate: 0)
  public init() {}
}
// archive:
public final class Hiding: Hidden {
  // archive:
  public enum Date: Swift.String { case today, never }
  public var own: Date = .today
}

/// Two classes of one hierarchy whose names are the same without the dot.
// archive:
public class Outline {
  public var title = ""
  public init() {}
  // archive:
  public final class Entry: OutlineEntry { public var line = 0 }
}
// archive:
public class OutlineEntry: Outline { public var level = 0 }

/// Raw values of every kind.
// archive:
public enum Grade: Character { case a = "A", e = "é", family = "👩‍👩‍👧" }
// archive:
public enum Weight: CGFloat { case light = 0.5, heavy = 1 }
// archive:
public enum Blend: RawRepresentable, Hashable {
  case normal, multiply
  case other(String)
  public init(rawValue: String) {
    switch rawValue {
    case "normal": self = .normal
    case "multiply": self = .multiply
    default: self = .other(rawValue)
    }
  }
  public var rawValue: String {
    switch self {
    case .normal: "normal"
    case .multiply: "multiply"
    case .other(let text): text
    }
  }
}
// archive:
public enum Threshold: Hashable { case none, other(Int) }
extension Threshold: RawRepresentable {
  public init?(rawValue: Int) { self = rawValue == 0 ? .none : .other(rawValue) }
  public var rawValue: Int { if case .other(let number) = self { number } else { 0 } }
}
/// Its raw value has no archived form, so that its cases are archived.
// archive:
public indirect enum Fork: RawRepresentable, Equatable {
  case leaf, pair(Fork, Fork)
  public init?(rawValue: (Int, Int)) { self = .leaf }
  public var rawValue: (Int, Int) { (1, 2) }
}

// archive:
public struct Tagged<Owner, Raw>: RawRepresentable {
  public var rawValue: Raw
  public init(rawValue: Raw) { self.rawValue = rawValue }
}
extension Tagged: Equatable where Raw: Equatable {}
extension Tagged: Hashable where Raw: Hashable {}
/// A type that no archive has.
public enum Phantom { public struct Inner {} }

// archive:
public struct Tags: Equatable {
  public typealias ID = Tagged<Tags, String>
  public var id: ID
  public var number: Tagged<Phantom.Inner, Int>
  public var lists: [Tagged<Phantom, [Int]>: Tagged<Tags, Threshold>] = [:]
  public var maybe: ID?
  public var grades: [Grade] = []
  public var weight: Weight = .light
  public var blends: [Blend: Threshold] = [:]
  public var tree: Fork = .leaf
}

/// The types of parameters have other spellings than those of properties.
// archive:
public final class Mention: Equatable {
  public typealias ID = String
  public let id: ID
  public let when: TimeInterval
  public let names: [ID]
  public let parent: Mention?
  public init(id: Mention.ID, when: Double, names: [Swift.String], parent: Mention!) {
    (self.id, self.when, self.names, self.parent) = (id, when, names, parent)
  }
  public static func == (a: Mention, b: Mention) -> Bool {
    a.id == b.id && a.when == b.when && a.names == b.names && a.parent == b.parent
  }
}
