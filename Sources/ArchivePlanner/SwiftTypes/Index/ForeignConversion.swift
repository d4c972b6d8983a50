import ArchiveModel

/// How a value is archived as another one: `via(pack, unpack)`, `as(…)`.
enum ForeignConversion: Equatable {
  case functions(PointerFunctions)
  case representation(ValueRepresentation)

  /// nil without such an attribute.
  init?(_ annotations: FieldAnnotations) {
    if let functions = annotations.functions {
      self = .functions(functions)
    } else if let representation = annotations.representation {
      self = .representation(representation)
    } else {
      return nil
    }
  }

  var spelled: String {
    switch self {
    case .functions(let functions): "via(\(functions.pack), \(functions.unpack))"
    case .representation(let representation): "as(\(representation.rawValue))"
    }
  }
}
