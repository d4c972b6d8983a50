import ArchiveModel

extension SwiftName {
  /// The name as source: ``Shop.`class` ``, `Shop::order`.
  var spelling: String {
    let own =
      path.count == 1 ? SwiftLiteral.identifier(path[0]) : path.map(SwiftLiteral.identifier).joined(separator: ".")
    switch module {
    case .member(let name)?: return "\(SwiftLiteral.identifier(name)).\(own)"
    case .selector(let name)?: return "\(SwiftLiteral.identifier(name))::\(own)"
    case nil: return own
    }
  }
}

extension [MemberStep] {
  /// The path from a record as source: `from.x`, `` `in`.rows.0 ``.
  var spelling: String {
    map { step in
      switch step {
      case .member(let name): SwiftLiteral.identifier(name)
      case .element(let index): "\(index)"
      }
    }.joined(separator: ".")
  }
}
