import ArchiveModel

/// A stored property that is archived: its key and the form of its value.
///
/// It is a class because the passes share thousands of them, and a copy of such a struct would retain two dozen references.
final class PlannedProperty {
  let property: SwiftProperty
  /// The type that declares it.
  let owner: String
  /// The property's type as it is compared with types of parameters.
  let comparedType: SwiftType
  let key: String
  let formerKeys: [FormerKey]
  let form: ValueForm
  let call: CodedValue.Call
  /// `default(…)`
  let defaultValue: SourceExpression?
  let isRequired: Bool
  /// The root keys that values in the property's struct read. If an archive has one of them, the property exists.
  let innerRootKeys: [String]
  /// The default or initial value as generated code writes it, if that is another text.
  let qualifiedText: String?

  init(
    property: SwiftProperty, owner: String, comparedType: SwiftType, key: String, formerKeys: [FormerKey],
    form: ValueForm, call: CodedValue.Call, defaultValue: SourceExpression?, isRequired: Bool,
    innerRootKeys: [String] = [], qualifiedText: String? = nil
  ) {
    (self.property, self.owner, self.comparedType) = (property, owner, comparedType)
    (self.key, self.formerKeys, self.form, self.call) = (key, formerKeys, form, call)
    (self.defaultValue, self.isRequired, self.innerRootKeys) = (defaultValue, isRequired, innerRootKeys)
    self.qualifiedText = qualifiedText
  }

  /// The same property with the given parts in place of its own.
  func with(
    property: SwiftProperty? = nil, form: ValueForm? = nil, innerRootKeys: [String]? = nil,
    qualifiedText: String? = nil
  ) -> PlannedProperty {
    PlannedProperty(
      property: property ?? self.property, owner: owner, comparedType: comparedType, key: key, formerKeys: formerKeys,
      form: form ?? self.form, call: call, defaultValue: defaultValue, isRequired: isRequired,
      innerRootKeys: innerRootKeys ?? self.innerRootKeys, qualifiedText: qualifiedText ?? self.qualifiedText)
  }

  var name: String { property.name }

  /// Whether generated code in another file can assign it.
  var isSettable: Bool { !property.isLet && property.setterAccess >= .internal }
  var isObserved: Bool { property.storage == .observed }

  /// The default or else the initial value, as it is written.
  var fallbackText: String? {
    if case .source(let text)? = defaultValue { return text }
    return defaultValue == nil && !property.isLet ? property.initialValue : nil
  }

  /// Whether an object has the value of an initializer that gets nil where an archive has no value.
  var isNilIfMissing: Bool {
    property.isNilIfMissing && defaultValue == nil && !isRequired && !form.isOptional
      && (property.initialValue == nil || property.isLet)
  }

  /// - Parameter keepsInitial: whether the assigned object already has the initial value.
  func value(source: ValuePlace?, target: ValuePlace, keepsInitial: Bool) -> CodedValue {
    let fallback: CodedValue.Fallback
    if let defaultValue {
      fallback = .expression(qualifiedText.map { .source($0) } ?? defaultValue)
    } else if isRequired {
      fallback = form.isOptional ? .required : .none
    } else if let initial = property.initialValue, !property.isLet {
      fallback = keepsInitial ? .initialValue : .expression(.source(qualifiedText ?? initial))
    } else if isNilIfMissing, keepsInitial, !property.isLet {
      fallback = .initialValue
    } else {
      fallback = .none
    }
    var value = form.coded(
      key: key, formerKeys: formerKeys, innerRootKeys: innerRootKeys, call: call, source: source, target: target,
      fallback: fallback)
    value.isObserved = isObserved
    value.isUnowned = property.reference == .unowned || property.reference == .unownedUnsafe
    return value
  }
}

extension SwiftProperty {
  /// Whether it is stored in instances and can change: a `let` with an initial value is not archived.
  var isState: Bool {
    guard !isStatic, !isOverride else { return false }
    switch storage {
    case .stored, .observed: return !(isLet && initialValue != nil)
    case .computed, .lazy: return false
    }
  }

  /// Whether it has a value before any initializer gives it one.
  var hasInitialValue: Bool {
    if initialValue != nil { return true }
    guard !isLet, case .optional? = type else {
      if case .implicitlyUnwrapped? = type { return !isLet }
      return false
    }
    return true
  }
}

extension FieldAnnotations {
  /// The former keys without the current one, each once.
  func otherFormerKeys(than key: String) -> [FormerKey] {
    var seen: Set<FormerKey> = [FormerKey(key)]
    return formerKeys.formerKeys.filter { seen.insert($0).inserted }
  }

  /// `default(…)` as an expression.
  var defaultExpression: SourceExpression? {
    defaultValue.map { $0.isQuoted ? .text($0.text) : .source($0.text) }
  }
}

/// Why a type cannot be archived, and the remedy.
struct PlanningError: Error {
  let id: DiagnosticID
  let message: String
  let advice: String
  /// The type that is the cause, where many places may have the same problem with it.
  let cause: String?

  init(_ id: DiagnosticID, message: String, advice: String, cause: String? = nil) {
    self.cause = cause
    self.id = id
    self.message = message
    self.advice = advice
  }
}
