import ArchiveModel
import ArchivePlanner

/// The statements of generated Swift code that write and read one value.
extension CodedValue {
  var encodeStatement: String {
    let (name, value) =
      switch call {
      case .value, .elements: ("encode", sourceExpression)
      case .packed: ("encodePacked", sourceExpression)
      case .conditional:
        (isUnowned && !archivedType.isOptional ? "encodeUnowned" : "encodeConditionalObject", sourceExpression)
      case .numberObject: ("encode", "ArchiveRuntime.ArchivedNumberObject(\(sourceExpression))")
      }
    return "try encoder.\(name)(\(value), forKey: \(keyLiteral))"
  }

  /// Assigns the value to `target`.
  var decodeStatement: String { statement(branching: decoded, "try decoder.storedKey", storedKeys, decodeExpression) }

  /// The assigned expression, unless there is a choice of two.
  var decodeExpression: String {
    switch fallback {
    case .none where formerKeys.isEmpty: decoded(forKey: keyLiteral)
    case .none, .initialValue, .expression: decoded(forKey: "decoder.requiredKey(\(keys))")
    case .required: decoded(forKey: "decoder.presentKey(\(keys))")
    }
  }

  /// Whether one of two expressions is assigned, so that a constant has to be declared before.
  var isBranching: Bool {
    switch fallback {
    case .none, .required: false
    case .initialValue, .expression: true
    }
  }

  var keyLiteral: String { SwiftLiteral.string(key) }

  /// The archived expression: `self.lines`.
  var sourceExpression: String { source.map { wrapping.wrapped($0.spelling) } ?? "" }

  // MARK: Codable

  /// Codable nests the referenced values, and therefore supports no weak references, see `CodableCheck`.
  var codableEncodeStatement: String {
    // If there is an initial value, nil has to be encoded.
    let name = isBranching && codableType.isOptional ? "encode" : "encodeIfPresent"
    let wrapping = codable?.wrapping ?? wrapping
    return "try container.\(name)(\(source.map { wrapping.wrapped($0.spelling) } ?? ""), forKey: \(keyLiteral))"
  }

  /// The same calls for an `NSCoder`, which has conditional objects.
  var secureEncodeStatement: String {
    call == .conditional
      ? "try container.encodeConditionalObject(\(sourceExpression), forKey: \(keyLiteral))" : codableEncodeStatement
  }

  var codableDecodeStatement: String {
    statement(
      branching: { codableDecoded(forKey: $0, isOptional: codableType.isOptional) }, "container.storedKey",
      codableKeys, codableDecodeExpression)
  }

  /// The assigned expression, unless there is a choice of two.
  var codableDecodeExpression: String {
    let requiredKey = "container.requiredKey(\(codableKeys))"
    return switch fallback {
    case .required: codableDecoded(forKey: requiredKey, isOptional: false)
    case .none, .initialValue, .expression:
      codableDecoded(forKey: codableEarlierKeys.isEmpty ? keyLiteral : requiredKey, isOptional: codableType.isOptional)
    }
  }

  private var codableType: SwiftTypeUse { codable?.type ?? archivedType }

  private func codableDecoded(forKey key: String, isOptional: Bool) -> String {
    let call = isOptional ? "decodeIfPresent" : "decode"
    let suffix = (codable?.wrapping ?? wrapping).suffix
    return "try container.\(call)(\(codableType.unwrapped.expression).self, forKey: \(key))\(suffix)"
  }

  // MARK: Parts

  /// - Parameters:
  ///   - branching: the expression for the value under the key that was found.
  ///   - storedKey: the call that finds the key.
  ///   - keys: the keys that it searches for.
  ///   - expression: the expression if there is no choice.
  private func statement(
    branching: (String) -> String, _ storedKey: String, _ keys: String, _ expression: String
  ) -> String {
    let target = target.spelling
    switch fallback {
    case .none, .required: return "\(target) = \(expression)"
    case .initialValue: return "if let key = \(storedKey)(\(keys)) { \(target) = \(branching("key")) }"
    case .expression(let value):
      return
        "if let key = \(storedKey)(\(keys)) { \(target) = \(branching("key")) } else { \(target) = \(value.spelling) }"
    }
  }

  private var keys: String {
    ([keyLiteral]
      + formerKeys.map { key in
        let text = SwiftLiteral.string(key.text)
        return key.isFromRoot ? "decoder.keyFromRoot(\(text))" : text
      }).joined(separator: ", ")
  }

  private var storedKeys: String {
    guard !innerRootKeys.isEmpty else { return keys }
    return keys + ", orFromRoot: [\(innerRootKeys.map(SwiftLiteral.string).joined(separator: ", "))]"
  }

  /// The keys for Codable, which nests containers, so that root-relative keys cannot be reached.
  private var codableKeys: String { ([key] + codableEarlierKeys).map(SwiftLiteral.string).joined(separator: ", ") }

  private var codableEarlierKeys: [String] { formerKeys.filter { !$0.isFromRoot }.map(\.text) }

  private func decoded(forKey key: String) -> String {
    let call =
      switch call {
      case .packed, .elements: "decodePacked"
      case .value, .conditional, .numberObject: isUnowned ? "decodeUnowned" : "decode"
      }
    return "try decoder.\(call)(\(archivedType.expression).self, forKey: \(key))\(wrapping.suffix)"
  }
}
