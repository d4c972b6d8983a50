/// The locations of an annotation's text in its file.
public struct AnnotationPlaces {
  /// The location of a byte of the text.
  let location: (Int) -> SourceLocation
  /// The line that has a byte of the text.
  let sourceLine: (Int) -> String?
  /// Whether the text is in the parentheses of a macro, which may extend over several lines.
  let isMacro: Bool

  /// A text on one line.
  public init(_ start: SourceLocation, sourceLine: String?) {
    location = { SourceLocation(file: start.file, line: start.line, column: start.column + $0) }
    self.sourceLine = { _ in sourceLine }
    isMacro = false
  }

  /// A text in a macro.
  public init(
    macro location: @escaping (Int) -> SourceLocation, sourceLine: @escaping (Int) -> String?
  ) {
    self.location = location
    self.sourceLine = sourceLine
    isMacro = true
  }
}

/// Parses the attributes after `archive:`, in a C comment, a Swift comment or a YAML value.
///
///     attributes = attribute *( "," attribute )
///     attribute  = word [ "(" argument *( "," argument ) ")" ]
///     argument   = quoted-string / text without commas and parentheses
///
/// On Swift declarations the arguments have Swift's syntax, see `SwiftArgument`.
///
/// A remark may follow the attributes after `--`: `// archive: skip -- computed on load`.
public struct AttributeParser {
  public private(set) var attributes: [Attribute] = []
  public private(set) var diagnostics: [Diagnostic] = []

  private let bytes: [UInt8]
  private var position = 0
  private let places: AnnotationPlaces
  private let placement: Attribute.Placement

  /// - Parameters:
  ///   - text: the text that follows `archive:` on one line, without the end of the comment.
  ///   - location: the location of the text's first byte.
  ///   - sourceLine: the whole line, for diagnostics.
  ///   - placement: the kind of declaration that has the attributes. Attributes that do not apply to it are errors.
  public static func parse(
    _ text: String, at location: SourceLocation, sourceLine: String? = nil, on placement: Attribute.Placement
  ) -> AttributeParser {
    parse(text, at: AnnotationPlaces(location, sourceLine: sourceLine), on: placement)
  }

  /// - Parameters:
  ///   - text: the attributes.
  ///   - places: where the bytes of the text are.
  ///   - placement: the kind of declaration that has the attributes.
  public static func parse(
    _ text: String, at places: AnnotationPlaces, on placement: Attribute.Placement
  ) -> AttributeParser {
    var parser = AttributeParser(text: text, places: places, placement: placement)
    parser.parseAttributes()
    return parser
  }

  /// Removes the proposed changes, for a text that is not in a file.
  public mutating func dropFixIts() { for index in diagnostics.indices { diagnostics[index].fixIts = [] } }

  private init(text: String, places: AnnotationPlaces, placement: Attribute.Placement) {
    bytes = Array(text.utf8)
    self.places = places
    self.placement = placement
  }

  private mutating func parseAttributes() {
    skipSpace()
    if position == bytes.count || atRemark {
      let container = isConfiguration ? "line" : places.isMacro ? "macro" : "comment"
      return report(
        .emptyAnnotation, container == "comment" ? "no attribute follows 'archive:'" : "no attribute is given",
        advice: "write one of \(allowedWords), or remove the \(container)")
    }
    while true {
      let before = diagnostics.count
      parseAttribute()
      if diagnostics.count > before { recover() }
      skipSpace()
      if position == bytes.count || atRemark { return }
      guard bytes[position] == UInt8(ascii: ",") else {
        return report(
          .annotationSyntax, "expected ',' between attributes",
          advice: "separate attributes by commas; a remark follows '--'")
      }
      position += 1
      skipSpace()
    }
  }

  private mutating func parseAttribute() {
    let wordStart = position
    let word = identifier()
    guard !word.isEmpty else {
      let advice = "write one of \(allowedWords)"
      return report(
        .annotationSyntax, "expected an attribute",
        advice: atRemark
          ? "remove the comma before the remark"
          : position == bytes.count ? "remove the last comma, or \(advice)" : advice)
    }
    guard let name = Attribute.Name(rawValue: word) else {
      let known = Attribute.Name.allCases.filter { !$0.placement.isDisjoint(with: placement.language) }
      let near = nearestWord(to: word, among: known.map(\.rawValue))
      return report(
        .unknownAttribute, "unknown attribute '\(word)'",
        advice: didYouMean(near) ?? "the attributes are \(allowedWords)",
        at: wordStart,
        fixIts: near.map { [FixIt(at: location(wordStart), length: word.utf8.count, replacement: $0)] } ?? [])
    }
    guard !name.placement.isDisjoint(with: placement.language) else {
      let (other, here) = placement.isSwift ? ("C headers", "Swift models") : ("Swift models", "C headers")
      return report(
        .attributeLanguage, "'\(word)' is for \(other)", advice: "in \(here) this place takes \(allowedWords)",
        at: wordStart)
    }
    var arguments: [Attribute.Argument] = []
    skipSpace()
    if position < bytes.count, bytes[position] == UInt8(ascii: "(") {
      guard let parsed = parseArguments(of: name) else { return }
      arguments = parsed
    }
    guard name.arity.contains(arguments.count) else {
      return report(
        .argumentCount, "'\(word)' takes \(Self.phrase(name.arity))", advice: "write it like \(name.example)",
        at: wordStart)
    }
    guard !name.placement.isDisjoint(with: placement) else {
      let right = name.placement.intersection(placement.language).words
      return report(
        .misplacedAttribute, "'\(word)' belongs on \(right)", advice: "move it to the declaration that it describes",
        at: wordStart)
    }
    if attributes.has(name) {
      return diagnostics.append(
        AttributeChecker(line: places.sourceLine(wordStart)).duplicate(
          Attribute(name, arguments, at: location(wordStart)), beside: attributes))
    }
    attributes.append(Attribute(name, arguments, at: location(wordStart)))
  }

  private mutating func parseArguments(of name: Attribute.Name) -> [Attribute.Argument]? {
    let open = position
    let isSwift = placement.isSwift && !name.placement.isDisjoint(with: .swift)
    var arguments: [Attribute.Argument] = []
    while true {
      position += 1
      skipSpace()
      let start = position
      guard let found = isSwift ? swiftArgument(of: name, open: open) : plainArgument(of: name, open: open) else {
        return nil
      }
      let isLast = bytes[position] == UInt8(ascii: ")")
      guard found.isQuoted || !found.text.isEmpty else {
        if isSwift { position += 1 }
        if isSwift, isLast, arguments.isEmpty, name == .`init` { return [] }
        report(
          .annotationSyntax, "'\(name.rawValue)' has an empty argument", advice: "write it like \(name.example)",
          at: start)
        return nil
      }
      arguments.append(Attribute.Argument(text: found.text, isQuoted: found.isQuoted, location: location(start)))
      if isLast { break }
    }
    position += 1
    return arguments
  }

  /// Quotation marks are removed, except for `default`, which takes an expression.
  private mutating func swiftArgument(of name: Attribute.Name, open: Int) -> (text: String, isQuoted: Bool)? {
    guard let found = SwiftArgument(in: bytes, from: position, isExpression: name == .default) else {
      return reportUnclosed(name, open)
    }
    position = found.end
    return (found.text, found.isQuoted)
  }

  private mutating func plainArgument(of name: Attribute.Name, open: Int) -> (text: String, isQuoted: Bool)? {
    let start = position
    let isQuoted = position < bytes.count && bytes[position] == UInt8(ascii: "\"")
    var text: [UInt8] = []
    if isQuoted {
      position += 1
      while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
        if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
        text.append(bytes[position])
        position += 1
      }
      guard position < bytes.count else {
        report(
          .annotationSyntax, "the text has no closing '\"'", advice: "write it like \(name.example)", at: start)
        return nil
      }
      position += 1
      skipSpace()
    } else {
      while position < bytes.count, !"(),".utf8.contains(bytes[position]) {
        text.append(bytes[position])
        position += 1
      }
      while text.last?.isBlank == true { text.removeLast() }
    }
    guard position < bytes.count, ",)".utf8.contains(bytes[position]) else {
      if let end = endOfArgument(from: start) {
        reportParentheses(name, start..<end)
        // The attribute's other arguments are skipped with this one.
        position = open
        return nil
      }
      return reportUnclosed(name, open)
    }
    return (String(decoding: text, as: UTF8.self), isQuoted)
  }

  /// The offset of the comma or parenthesis after an argument with parentheses of its own; nil if one is not closed.
  private func endOfArgument(from start: Int) -> Int? {
    var depth = 0
    for index in start..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")") where depth > 0: depth -= 1
      case UInt8(ascii: ")"),
        UInt8(ascii: ",") where depth == 0:
        return index
      default: break
      }
    }
    return nil
  }

  private mutating func reportParentheses(_ name: Attribute.Name, _ argument: Range<Int>) {
    let text = String(decoding: bytes[argument], as: UTF8.self)
    let word = bytes[argument].prefix(while: \.isWord)
    let isCall =
      !word.isEmpty && bytes[argument].dropFirst(word.count).first == UInt8(ascii: "(") && text.last == ")"
      && Self.withConstants.contains(name)
    report(
      .annotationSyntax, "an argument of '\(name.rawValue)' has parentheses: '\(text)'",
      advice: isCall
        ? "write a number, an enumerator or a macro without parameters: '#define NAME \(text)', \(name.rawValue)(NAME)"
        : "write it like \(name.example)", at: argument.lowerBound)
  }

  /// The attributes with arguments that may be macros.
  private static let withConstants: Set<Attribute.Name> = [.count, .bytes, .terminated, .case, .none, .default]

  private mutating func reportUnclosed(_ name: Attribute.Name, _ open: Int) -> (text: String, isQuoted: Bool)? {
    report(
      .annotationSyntax, "'\(name.rawValue)(' has no closing ')'", advice: "write it like \(name.example)", at: open)
    return nil
  }

  /// Skips to the next comma outside parentheses after an error, so that one mistake gives one diagnostic.
  private mutating func recover() {
    var depth = 0
    while position < bytes.count, !atRemark {
      switch bytes[position] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth = max(0, depth - 1)
      case UInt8(ascii: ",") where depth == 0: return
      default: break
      }
      position += 1
    }
  }

  private mutating func identifier() -> String {
    let first = position
    while position < bytes.count, bytes[position].isWord { position += 1 }
    return String(decoding: bytes[first..<position], as: UTF8.self)
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position].isBlank { position += 1 }
  }

  private var atRemark: Bool { bytes[position...].starts(with: "--".utf8) }

  private func location(_ offset: Int) -> SourceLocation { places.location(offset) }

  private mutating func report(
    _ id: DiagnosticID, _ message: String, advice: String, at offset: Int? = nil, fixIts: [FixIt] = []
  ) {
    let offset = offset ?? position
    diagnostics.append(
      Diagnostic(
        id, at: location(offset), message, advice: advice, sourceLine: places.sourceLine(offset), fixIts: fixIts))
  }

  /// Whether the attributes are in the configuration, which serves both languages.
  private var isConfiguration: Bool { placement.isSwift && !placement.isDisjoint(with: .c) }

  /// The attributes that are possible here.
  private var allowedWords: String {
    Attribute.Name.allCases.filter { !$0.placement.isDisjoint(with: placement) }.map { "'\($0.rawValue)'" }
      .joined(separator: ", ")
  }

  private static func phrase(_ arity: ClosedRange<Int>) -> String {
    switch (arity.lowerBound, arity.upperBound) {
    case (0, 0): "no argument"
    case (1, 1): "one argument"
    case (0, 1): "at most one argument"
    case (2, 2): "two arguments"
    case (2, 3): "two or three arguments"
    default: "at least one argument"
    }
  }
}
