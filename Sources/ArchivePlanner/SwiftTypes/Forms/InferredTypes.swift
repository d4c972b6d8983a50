import ArchiveModel

/// The types of properties that are written nowhere but follow from an initial value by what the sources say: `Kind.plain` of an
/// enumeration, `Style.standard` of a static property, `Int.max`, `point()` of a C struct.
extension SwiftTypeIndex {
  /// - Parameter records: the names of C records. They say nothing by their first letter.
  mutating func inferTypes(_ records: Set<String>) {
    // A static property may have a value of this kind itself.
    for _ in 0..<2 {
      for name in names {
        guard let declaration = self[name] else { continue }
        for (position, property) in declaration.properties.enumerated() where property.type == nil {
          guard let value = property.initialValue, let type = type(of: value, in: name, records) else { continue }
          annotate(name) { declaration in
            declaration.properties[position].type = type
            declaration.properties[position].isTypeInferred = true
          }
        }
      }
    }
  }

  private func type(of value: String, in scope: String, _ records: Set<String>) -> SwiftType? {
    let path = value.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." || $0 == "`" }
    let rest = value[path.endIndex...]
    let name = path.filter { $0 != "`" }
    if records.contains(name), rest.isOneCall, resolved(name, in: scope) == nil,
      functions(named: name, in: scope).found.isEmpty
    {
      return .named(name, arguments: [])
    }
    guard let dot = path.lastIndex(of: "."), path.first?.isUppercase == true, rest.isEmpty || rest.isOneCall else {
      return nil
    }
    let (holder, member) = (String(path[..<dot]), path[path.index(after: dot)...].filter { $0 != "`" })
    guard let found = holder == "Self" ? scope : resolved(holder, in: scope), let declaration = self[found] else {
      let known = KnownTypes.withoutModule(holder)
      return KnownTypes.hasConstant(member, of: KnownTypes.aliases[known] ?? known, isCalled: !rest.isEmpty)
        ? .named(holder, arguments: []) : nil
    }
    guard generics(of: found).isEmpty else { return nil }
    let own = SwiftType.named(holder, arguments: [])
    func result(_ type: SwiftType?) -> SwiftType? {
      switch type {
      case .named("Self", arguments: []): return own
      // Written in another type, another name may be meant.
      case .named(let name, _): return resolved(name, in: found) == resolved(name, in: scope) ? type : nil
      default: return nil
      }
    }
    if let element = declaration.cases.first(where: { $0.name == member }) {
      return element.payload.isEmpty == rest.isEmpty ? own : nil
    }
    if rest.isEmpty {
      return result(declaration.properties.first { $0.isStatic && $0.name == member }?.type)
    }
    let results = Set(declaration.methods.filter { $0.isStatic && $0.name == member }.map(\.result))
    return results.count == 1 ? result(results.first ?? nil) : nil
  }
}

extension Substring {
  /// Whether it is the parenthesis of one call and nothing behind it.
  fileprivate var isOneCall: Bool {
    guard first == "(" else { return false }
    var depth = 0
    var isQuoted = false
    for index in indices {
      if self[index] == "\"" { isQuoted.toggle() }
      if isQuoted { continue }
      if self[index] == "(" { depth += 1 }
      if self[index] == ")" { depth -= 1 }
      if depth == 0 { return self.index(after: index) == endIndex }
    }
    return false
  }
}

extension KnownTypes {
  /// Whether a type of the standard library or Foundation has a static member of its own type.
  fileprivate static func hasConstant(_ member: String, of type: String, isCalled: Bool) -> Bool {
    if isCalled { return type == "Duration" && durations.contains(member) }
    switch member {
    case "max", "min":
      return numbers.union(["Int128", "UInt128"]).subtracting(["Bool", "Float", "Double"]).contains(type)
    case "zero": return numbers.contains(type) && type != "Bool" || zeros.contains(type)
    case "pi", "infinity", "nan", "greatestFiniteMagnitude", "leastNormalMagnitude", "leastNonzeroMagnitude",
      "ulpOfOne":
      return ["Float", "Double", "CGFloat"].contains(type)
    case "distantPast", "distantFuture", "now": return type == "Date"
    case "current", "autoupdatingCurrent": return ["Locale", "TimeZone", "Calendar"].contains(type)
    case "gmt": return type == "TimeZone"
    default: return false
    }
  }

  private static let zeros: Set<String> = ["CGFloat", "CGPoint", "CGSize", "CGRect", "Duration", "Decimal"]
  private static let durations: Set<String> = ["seconds", "milliseconds", "microseconds", "nanoseconds"]
}
