@_spi(GeneratedCode) import ArchiveRuntime

/// What the script needs to read an element. In the page's document it is
///
///     {"kind": "bool"|"unsigned"|"signed"|"float"|"sum"|"utf8"|"latin1", "size": bytes of a lane, "lanes",
///      "shape": "complex"|"vector", "float": [bits of the exponent, of the fraction, 0|1 stored bit before the point]}
///
/// A "sum" is of two binary64. Without lanes and shape it is one number. Texts have their size from the dimensions.
extension ArchivedArray.Element {
  func write(to json: PageJSON) {
    switch self {
    case .text(let encoding): json.raw("{\"kind\":\"\(encoding.rawValue)\"}")
    case .number(let type):
      json.raw("{\"kind\":\"\(type.number.pageKind)\",\"size\":\(type.number.archivedSize)")
      if type.shape != .single { json.raw(",\"lanes\":\(type.lanes),\"shape\":\"\(type.shape)\"") }
      if case .floating(let format) = type.number, format != .doubleDouble {
        let layout = format.layout
        json.raw(",\"float\":[\(layout.exponent),\(layout.fraction),\(layout.hasIntegerBit ? 1 : 0)]")
      }
      json.raw("}")
    }
  }
}

extension ElementType.Number {
  fileprivate var pageKind: String {
    switch self {
    case .bool: "bool"
    case .integer(_, let isSigned): isSigned ? "signed" : "unsigned"
    case .floating(.doubleDouble): "sum"
    case .floating: "float"
    }
  }
}
