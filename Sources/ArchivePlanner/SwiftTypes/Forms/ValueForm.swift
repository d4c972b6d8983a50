import ArchiveModel

/// How a value of a Swift type is archived.
struct ValueForm: Sendable {
  var type: SwiftTypeUse
  /// The type that the coder is asked for; the same unless values are wrapped.
  var archived: SwiftTypeUse
  var wrapping = ValueWrapping.none
  /// Classes whose objects have to be there before such a value is.
  var dependencies: Dependencies = []
  /// The value to begin with where references are read later.
  var placeholder: PlaceholderValue?
  /// The same for Codable, which knows no C records: their type and wrapping there.
  var codable: CodedValue.Codable?
  /// Whether an array of such values is one byte string.
  var isNumber = false
  /// An array of numbers, which may be one byte string.
  var isPackable = false
  /// A value whose keys stand among its holder's, and what types it is made of that way.
  var inPlace: Set<String> = []

  init(_ type: SwiftTypeUse, archived: SwiftTypeUse? = nil, wrapping: ValueWrapping = .none) {
    self.type = type
    self.archived = archived ?? type
    self.wrapping = wrapping
  }

  /// Whether null is one of its values.
  var isOptional: Bool { type.isOptional }

  /// What has to be made first.
  struct Dependencies: Sendable, ExpressibleByArrayLiteral {
    /// Without these there is no value.
    var certain: Set<String> = []
    /// There may be values that need these.
    var possible: Set<String> = []
    /// A generic parameter may stand for a class.
    var mayBeAny = false

    init(arrayLiteral elements: String...) { (certain, possible) = (Set(elements), Set(elements)) }

    var isEmpty: Bool { possible.isEmpty && !mayBeAny }

    /// The same where there may be no value.
    var optional: Dependencies {
      var dependencies = self
      dependencies.certain = []
      return dependencies
    }

    static func + (left: Dependencies, right: Dependencies) -> Dependencies {
      var sum = left
      sum.certain.formUnion(right.certain)
      sum.possible.formUnion(right.possible)
      sum.mayBeAny = left.mayBeAny || right.mayBeAny
      return sum
    }
  }
}

extension ValueForm {
  /// Whether a tuple or a protocol is part of it.
  var isBoxed: Bool {
    var inner = wrapping
    while true {
      switch inner {
      case .none, .record: return false
      case .wrapper(_, let isGenerated): return isGenerated
      case .map(let next), .mapValues(let next): inner = next
      }
    }
  }

  /// How a value of this form is written and read.
  ///
  /// - Parameters:
  ///   - source: Where the value is.
  ///   - target: What is assigned.
  func coded(
    key: String, formerKeys: [FormerKey] = [], innerRootKeys: [String] = [], call: CodedValue.Call? = nil,
    source: ValuePlace?, target: ValuePlace, fallback: CodedValue.Fallback = .none
  ) -> CodedValue {
    CodedValue(
      key: key, formerKeys: formerKeys, innerRootKeys: innerRootKeys, call: call ?? (isPackable ? .packed : .value),
      source: source,
      target: target, type: type, archivedType: archived, wrapping: wrapping, fallback: fallback, codable: codable)
  }
}
