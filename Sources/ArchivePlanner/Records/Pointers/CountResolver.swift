import ArchiveModel

/// Resolves `count(width, height, 4)`, `bytes(size)` and C's `counted_by` and `sized_by`: the number of elements behind
/// a pointer or in a flexible array.
struct CountResolver {
  let records: RecordIndex

  /// The number of elements; nil if neither annotations nor attributes of C have it.
  ///
  /// - Parameters:
  ///   - element: the type of one element.
  ///   - factor: the number of elements in each counted element, if that is an array.
  func count(
    _ field: Field, of element: CType, _ annotations: FieldAnnotations, _ scope: MemberScope, times factor: Int
  ) -> Result<ElementCount?, FieldOutcome> {
    if let given = annotations.terminator {
      return TerminatorResolver(records: records).count(field, of: element, given, times: factor)
    }
    return bareCount(field, annotations, scope, times: factor).flatMap {
      (count) -> Result<ElementCount?, FieldOutcome> in
      guard var count else { return .success(nil) }
      return CapacityResolver(records: records).capacity(field, annotations, count, scope).map { capacity in
        count.capacity = capacity?.key
        count.capacityMore = capacity?.more ?? 0
        if capacity != nil, !count.isBytes { count.unit = factor }
        return count
      }
    }
  }

  private func bareCount(
    _ field: Field, _ annotations: FieldAnnotations, _ scope: MemberScope, times factor: Int
  ) -> Result<ElementCount?, FieldOutcome> {
    let mayBeNull = annotations.isNullable || field.countAllowsNull
    if let given = annotations.count {
      var product = Product(factor: given.isBytes ? 1 : factor)
      var more = 0
      for argument in given.factors {
        var written = argument.text
        if let plus = written.firstIndex(of: "+") {
          let place = argument.location.moved(by: written[..<plus].utf8.count + (argument.isQuoted ? 1 : 0))
          switch self.more(written[written.index(after: plus)...], at: place, given, scope) {
          case .success(let number):
            let (all, overflow) = number.multipliedReportingOverflow(by: given.isBytes ? 1 : factor)
            guard !overflow else { return .failure(.invalid([tooMany(place)])) }
            more = all
          case .failure(let outcome): return .failure(outcome)
          }
          written = String(written[..<plus])
        }
        for (text, offset) in Self.factors(written) {
          let place = argument.location.moved(by: offset + (argument.isQuoted ? 1 : 0))
          if let error = multiply(&product, by: text, at: place, given.example, field, scope) {
            return .failure(.invalid([error]))
          }
        }
      }
      return .success(
        ElementCount(
          keys: product.keys, factor: product.factor, isBytes: given.isBytes, more: more, mayBeNull: mayBeNull))
    }
    guard let sibling = field.countedBy ?? field.sizedBy else {
      return .success(factor == 1 ? nil : .ofType(factor))
    }
    var product = Product(factor: field.countedBy == nil ? 1 : factor)
    if let error = multiply(&product, by: sibling, at: field.location, "count(n)", field, scope) {
      return .failure(.invalid([error]))
    }
    return .success(
      ElementCount(
        keys: product.keys, factor: product.factor, isBytes: field.countedBy == nil, mayBeNull: mayBeNull))
  }

  /// The number after a `+`.
  private func more(
    _ written: Substring, at place: SourceLocation, _ given: FieldAnnotations.Count, _ scope: MemberScope
  ) -> Result<Int, FieldOutcome> {
    let text = written.split(separator: " ").joined(separator: " ")
    guard given.factors.count == 1, let number = Int(cLiteral: text) ?? constant(text, scope),
      (1...CountArgument.mostMore).contains(number)
    else {
      let name = given.isBytes ? "bytes" : "count"
      return .failure(
        .invalid([
          Diagnostic(
            .invalidCount, at: place, "'+ \(text)' is nothing that can be added to a count",
            advice: "add one positive number or macro to the whole product, like \(name)(w * h + 1)")
        ]))
    }
    return .success(number)
  }

  private func tooMany(_ place: SourceLocation) -> Diagnostic {
    Diagnostic(.invalidCount, at: place, "these are more elements than memory has", advice: "write a smaller number")
  }

  private struct Product {
    var keys: [String] = []
    var factor: Int
  }

  /// The factors of `w * h` and their offsets.
  private static func factors(_ text: String) -> [(text: String, offset: Int)] {
    var offset = 0
    return text.split(separator: "*", omittingEmptySubsequences: false).map { part in
      defer { offset += part.utf8.count + 1 }
      let lead = part.prefix { $0 == " " }.utf8.count
      return (part.split(separator: " ").joined(separator: " "), offset + lead)
    }
  }

  private func multiply(
    _ product: inout Product, by text: String, at place: SourceLocation, _ example: String, _ field: Field,
    _ scope: MemberScope
  ) -> Diagnostic? {
    if let number = Int(cLiteral: text) ?? constant(text, scope) {
      let (result, overflow) = product.factor.multipliedReportingOverflow(by: number)
      guard number > 0, !overflow else {
        return Diagnostic(.invalidCount, at: place, "'\(text)' is not a count", advice: "write a positive number")
      }
      product.factor = result
      return nil
    }
    guard text.isMemberPath else {
      return Diagnostic(
        .invalidCount, at: place, "'\(text)' is neither a field nor a number",
        advice: "a count is a product of fields beside '\(field.name)' and numbers; "
          + (text.contains(where: { "/%-<>()?".contains($0) })
            ? "keep a number that is computed otherwise in a field of its own, or write via(pack, unpack)"
            : "write it like \(example)"))
    }
    switch MemberLookup(records: records).integer(text, at: place, role: "a count", in: scope, for: field) {
    case .success(let found):
      product.keys.append(found.key)
      return nil
    case .failure(let outcome): return outcome.errors.first
    }
  }

  /// The value of a macro or enumerator. A field of the same name hides it.
  private func constant(_ name: String, _ scope: MemberScope) -> Int? {
    guard let value = records.constants[name], case .missing = MemberPath.find(name, in: scope, records) else {
      return nil
    }
    return Int(exactly: value)
  }
}

extension Field {
  /// The name for messages: `'next'`, or a phrase for a field without a name.
  var phrase: String { name.isEmpty ? "the anonymous member" : "'\(name)'" }
}

extension SourceLocation {
  func moved(by columns: Int) -> SourceLocation { SourceLocation(file: file, line: line, column: column + columns) }
}
