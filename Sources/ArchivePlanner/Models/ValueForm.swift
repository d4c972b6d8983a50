import ArchiveModel

/// How a value of a Swift type is archived.
struct ValueForm: Sendable {
  /// The type as generated code spells it.
  var spelled: String
  /// The type that the coder is asked for; the same unless values are wrapped.
  var archived: String
  var wrapping = Wrapping.none
  /// Classes whose objects have to be there before such a value is.
  var needs: Needs = []
  /// Whether null is one of its values.
  var isOptional = false
  /// The value to begin with where references are read later: `[]`, `nil`.
  var placeholder: String?
  /// The same for Codable, which knows no C records: their type and wrapping there.
  var codable: (archived: String, wrapping: Wrapping)?
  /// An array of numbers, which may be one byte string.
  var isPackable = false
  /// A value whose keys stand among its holder's, and what types it is made of that way.
  var inPlace: Set<String> = []

  /// What has to be made first.
  struct Needs: Sendable, ExpressibleByArrayLiteral {
    /// Without these there is no value.
    var certain: Set<String> = []
    /// There may be values that need these.
    var possible: Set<String> = []
    /// A generic parameter may stand for a class.
    var mayBeAny = false

    init(arrayLiteral elements: String...) { (certain, possible) = (Set(elements), Set(elements)) }

    var isEmpty: Bool { possible.isEmpty && !mayBeAny }

    /// The same where there may be no value.
    var optional: Needs {
      var needs = self
      needs.certain = []
      return needs
    }

    static func + (left: Needs, right: Needs) -> Needs {
      var sum = left
      sum.certain.formUnion(right.certain)
      sum.possible.formUnion(right.possible)
      sum.mayBeAny = left.mayBeAny || right.mayBeAny
      return sum
    }
  }

  /// What stands for a value that has no coding of its own.
  indirect enum Wrapping: Sendable, Hashable {
    case none
    /// A C record in a collection.
    case record
    /// One of the runtime's structs with a property `value`.
    case runtime(String)
    /// A generated struct with a property `value`, which stands for a tuple or a protocol.
    case standIn(String)
    case map(Wrapping)
    case mapValues(Wrapping)

    /// The expression of what is archived for `value`.
    func wrapped(_ value: String) -> String {
      switch self {
      case .none: value
      case .record: "ArchiveRuntime.ArchivedRecord(\(value))"
      case .runtime(let name), .standIn(let name): "\(name)(\(value))"
      case .map(let inner): "\(value).map { \(inner.wrapped("$0")) }"
      case .mapValues(let inner): "\(value).mapValues { \(inner.wrapped("$0")) }"
      }
    }

    /// What follows the decoded value.
    var suffix: String {
      switch self {
      case .none: ""
      case .record: ".record"
      case .runtime, .standIn: ".value"
      case .map(let inner): ".map { $0\(inner.suffix) }"
      case .mapValues(let inner): ".mapValues { $0\(inner.suffix) }"
      }
    }
  }
}

extension ValueForm {
  /// Whether a tuple or a protocol is part of it.
  var hasStandIn: Bool {
    var inner = wrapping
    while true {
      switch inner {
      case .none, .record, .runtime: return false
      case .standIn: return true
      case .map(let next), .mapValues(let next): inner = next
      }
    }
  }

  /// How a value of this form is written and read.
  ///
  /// - Parameters:
  ///   - source: The expression of the value.
  ///   - target: What is assigned.
  func coded(
    key: String, earlierKeys: [String] = [], call: CodedValue.Call? = nil, source: String, target: String,
    fallback: CodedValue.Fallback = .none
  ) -> CodedValue {
    CodedValue(
      key: SwiftLiteral.string(key), earlierKeys: earlierKeys.map(SwiftLiteral.string),
      call: call ?? (isPackable ? .packed : .value), source: wrapping.wrapped(source), target: target,
      type: spelled, archivedType: archived, suffix: wrapping.suffix, fallback: fallback,
      codable: codable.map {
        CodedValue.Codable(source: $0.wrapping.wrapped(source), type: $0.archived, suffix: $0.wrapping.suffix)
      })
  }
}

/// Why a type cannot be archived, and what to do.
struct FormProblem: Error {
  let id: DiagnosticID
  let message: String
  let advice: String

  init(_ id: DiagnosticID, message: String, advice: String) {
    self.id = id
    self.message = message
    self.advice = advice
  }
}
