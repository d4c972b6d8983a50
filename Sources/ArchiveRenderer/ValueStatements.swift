import ArchiveModel

/// The statements of generated Swift code that write and read one value.
extension CodedValue {
  var encodeStatement: String {
    let name =
      switch call {
      case .value: "encode"
      case .packed: "encodePacked"
      case .conditional: "encodeConditionalObject"
      }
    return "try encoder.\(name)(\(source), forKey: \(key))"
  }

  /// Assigns the value to `target`.
  var decodeStatement: String {
    switch fallback {
    case .none:
      guard !earlierKeys.isEmpty else { return "\(target) = \(decoded(forKey: key))" }
      return "\(target) = \(decoded(forKey: "decoder.requiredKey(\(keys))"))"
    case .required:
      return "\(target) = \(decoded(forKey: "decoder.presentKey(\(keys))"))"
    case .initialValue:
      return "if let key = try decoder.storedKey(\(keys)) { \(target) = \(decoded(forKey: "key")) }"
    case .expression(let value):
      return
        "if let key = try decoder.storedKey(\(keys)) { \(target) = \(decoded(forKey: "key")) } else { \(target) = \(value) }"
    }
  }

  /// Whether it is assigned in one of two ways, so that a constant is declared before.
  var isBranching: Bool {
    switch fallback {
    case .none, .required: false
    case .initialValue, .expression: true
    }
  }

  // MARK: Codable

  /// Codable nests what archives refer to, so it knows no weak references: see the planner.
  var codableEncodeStatement: String {
    // Where there is an initial value, nil has to be said.
    "try container.\(isBranching && isOptional ? "encode" : "encodeIfPresent")(\(codable?.source ?? source), forKey: \(key))"
  }

  /// The same calls, for an `NSCoder`, which has conditional objects.
  var secureEncodeStatement: String {
    call == .conditional
      ? "try container.encodeConditionalObject(\(source), forKey: \(key))" : codableEncodeStatement
  }

  private var isOptional: Bool { (codable?.type ?? archivedType).hasSuffix("?") }

  var codableDecodeStatement: String {
    let type = codable?.type ?? archivedType
    let isOptional = type.hasSuffix("?")
    switch fallback {
    case .none:
      return "\(target) = \(codableDecoded(type, earlierKeys.isEmpty ? key : requiredKey, isOptional))"
    case .required:
      return "\(target) = \(codableDecoded(type, requiredKey, false))"
    case .initialValue:
      return "if let key = container.storedKey(\(keys)) { \(target) = \(codableDecoded(type, "key", isOptional)) }"
    case .expression(let value):
      let assigned = "\(target) = \(codableDecoded(type, "key", isOptional))"
      return "if let key = container.storedKey(\(keys)) { \(assigned) } else { \(target) = \(value) }"
    }
  }

  private var requiredKey: String { "container.requiredKey(\(keys))" }

  private func codableDecoded(_ type: String, _ key: String, _ isOptional: Bool) -> String {
    let wanted = type.hasSuffix("?") ? String(type.dropLast()) : type
    let call = isOptional ? "decodeIfPresent" : "decode"
    return "try container.\(call)(\(wanted).self, forKey: \(key))\(codable?.suffix ?? suffix)"
  }

  private var keys: String { ([key] + earlierKeys).joined(separator: ", ") }

  private func decoded(forKey key: String) -> String {
    let type = archivedType.hasPrefix("any ") ? "(\(archivedType))" : archivedType
    return "try decoder.\(call == .packed ? "decodePacked" : "decode")(\(type).self, forKey: \(key))\(suffix)"
  }
}
