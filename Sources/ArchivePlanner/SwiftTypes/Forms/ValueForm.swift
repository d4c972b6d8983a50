import ArchiveModel

/// How a value of a Swift type is archived.
struct ValueForm: Sendable {
  var type: SwiftTypeUse
  /// The type that the coder is asked for. It differs if values are wrapped.
  var archived: SwiftTypeUse
  var wrapping = ValueWrapping.none
  /// The type as the lock has it. It differs if values are converted.
  var stored: SwiftTypeUse
  /// The objects that a value needs before it can be initialised.
  var dependencies: Dependencies = []
  /// The value at first, if references are read later.
  var placeholder: PlaceholderValue?
  /// Type and wrapping for Codable, which does not support C records.
  var codable: CodedValue.Codable?
  /// Whether an array of such values is one byte string.
  var isNumber = false
  /// Whether it is an array of numbers, which may be one byte string.
  var isPackable = false
  /// The types whose keys are among those of the value's holder.
  var inPlace: Set<String> = []
  /// The types that values of protocols in it may have.
  var listed: Set<String> = []

  init(_ type: SwiftTypeUse, archived: SwiftTypeUse? = nil, wrapping: ValueWrapping = .none) {
    self.type = type
    self.archived = archived ?? type
    stored = type
    self.wrapping = wrapping
  }

  /// Whether null is one of its values.
  var isOptional: Bool { type.isOptional }

  /// The form of an optional of such values.
  var optional: ValueForm {
    var form = self
    form.type = .optional(type)
    form.archived = .optional(archived)
    form.stored = .optional(stored)
    if wrapping != .none { form.wrapping = .map(wrapping) }
    form.dependencies = dependencies.optional
    form.isNumber = false
    form.placeholder = .null
    form.inPlace = []
    return form
  }

  /// The types whose objects have to be initialised first.
  struct Dependencies: Sendable, ExpressibleByArrayLiteral {
    /// Every value needs these.
    var certain: Set<String> = []
    /// Some values need these.
    var possible: Set<String> = []
    /// Whether a generic parameter may be a class.
    var mayBeAny = false

    init(arrayLiteral elements: String...) { (certain, possible) = (Set(elements), Set(elements)) }

    var isEmpty: Bool { possible.isEmpty && !mayBeAny }

    /// The dependencies of an optional.
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
  /// The kinds of types whose values are archived in a wrapper, in words.
  static let boxedKinds =
    "a C type, a tuple, a protocol, or a type of Foundation or the standard library that is archived by its own coding"

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
  ///   - source: The location of the value.
  ///   - target: The location that is assigned.
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
