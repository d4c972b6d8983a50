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

  private var keys: String { ([key] + earlierKeys).joined(separator: ", ") }

  private func decoded(forKey key: String) -> String {
    let type = archivedType.hasPrefix("any ") ? "(\(archivedType))" : archivedType
    return "try decoder.\(call == .packed ? "decodePacked" : "decode")(\(type).self, forKey: \(key))\(suffix)"
  }
}
