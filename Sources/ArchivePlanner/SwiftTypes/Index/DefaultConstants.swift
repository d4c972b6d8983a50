import ArchiveModel

/// The values of the constants that defaults name: `5` for `Limits.size`, and `5 * 2` for `Limits.size * 2`.
struct DefaultConstants {
  let index: SwiftTypeIndex

  /// - Parameters:
  ///   - type: That of the default, if it is known.
  ///   - scope: The type whose code has the text.
  /// - Returns: nil where no constant of the sources is named.
  func value(of text: String, _ type: SwiftType?, in scope: String) -> String? {
    if let whole = value(ofName: text, type, in: scope) { return whole }
    return text.replacingNames { names, isCalled in
      value(ofPartIn: names, isCalled: isCalled, scope).map { value, member in
        (value.contains(" ") ? "(\(value))" : value) + member
      }
    }
  }

  /// The longest constant that names joined by dots begin with, and the members behind it.
  private func value(
    ofPartIn word: Substring, isCalled: Bool, _ scope: String
  ) -> (value: String, member: String)? {
    let names = word.split(separator: ".", omittingEmptySubsequences: false)
    for count in (1...names.count).reversed() where count < names.count || !isCalled {
      if let value = value(ofName: names.prefix(count).joined(separator: "."), nil, in: scope) {
        return (value, names.dropFirst(count).map { ".\($0)" }.joined())
      }
    }
    return nil
  }

  /// Follows `K.t`, `Self.t`, `t` and `.t`, and where that is another constant of a type its text.
  private func value(ofName name: String, _ type: SwiftType?, in scope: String) -> String? {
    var (name, type, scope, found) = (name, type, scope, String?.none)
    // Constants that name each other have no value.
    for _ in 0..<8 {
      var path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard let last = path.popLast(), !last.isEmpty, (path + [last]).allSatisfy(\.isSwiftIdentifierOrEmpty),
        !path.isEmpty || found == nil,
        let constant = constant(last, of: path, type, in: scope)
      else { break }
      name = SwiftValueText.oneLine(constant.value.text)
      (scope, type, found) = (constant.scope, constant.value.type, name)
    }
    return found
  }

  private func constant(
    _ name: String, of path: [String], _ type: SwiftType?, in scope: String
  ) -> (value: SwiftConstant, scope: String)? {
    if path.isEmpty {
      // Swift looks in the type itself and its superclasses first, then in the types around it.
      var outer = Substring(scope)
      while !outer.isEmpty {
        if let found = constant(name, in: String(outer)) { return found }
        outer = outer.lastIndex(of: ".").map { outer[..<$0] } ?? ""
      }
      return index.constants[name].map { ($0, "") }
    }
    var holder: String? = scope
    if path == [""] {
      guard case .named(let own, _)? = type else { return nil }
      holder = index.lookUp(own, in: scope)
    } else if path != ["Self"] {
      holder = index.lookUp(path.joined(separator: "."), in: scope)
    }
    return holder.flatMap { constant(name, in: $0) }
  }

  private func constant(_ name: String, in holder: String) -> (value: SwiftConstant, scope: String)? {
    index.lineage(of: holder).lazy.compactMap { type in index.constants["\(type).\(name)"].map { ($0, type) } }.first
  }
}

extension String {
  /// Whether it is a part of a name with dots; the first part of `.zero` is empty.
  fileprivate var isSwiftIdentifierOrEmpty: Bool {
    first?.isNumber != true && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
