/// The kind of the value under a key in an archive, with the dimensions of its type.
public struct ArchivedForm: Sendable, Hashable {
  public enum Base: Sendable, Hashable {
    case number(ArchivedNumber)
    /// Text in a fixed array of `char`. The last dimension is its length in bytes.
    case text(encoding: String)
    /// A pointer to rows of the table with this name: `node`, `#f64`, `#text`.
    case link(table: String)
    /// A C record in an array, in columns or under keys of each element. Its fields are separate entries.
    case records
    /// A value of a Swift type, by the type's name in generated code, without `?`.
    case value(type: String)
    /// A case of a Swift enumeration.
    case enumerationCase
    /// An enumerator of C.
    case enumerator(Int64)
  }

  public var base: Base
  /// The dimensions, outermost first; -1 for a Swift array, whose length is in the archive.
  public var dimensions: [Int]
  public var isOptional: Bool

  public init(_ base: Base, _ dimensions: [Int] = [], isOptional: Bool = false) {
    self.base = base
    self.dimensions = dimensions
    self.isOptional = isOptional
  }
}

extension ArchivedForm {
  /// The form as written in a lock: `u32`, `utf8[16]`, `i16[4][4]`, `f64[*]`, `&node`, `&#f64[3]`, `records[3]`,
  /// `[Game]?`.
  public var text: String {
    let base: String =
      switch base {
      case .number(let number): number.name
      case .text(let encoding): encoding
      case .link(let table): "&" + table
      case .records: "records"
      case .value(let type): "<" + type + ">"
      case .enumerationCase: "case"
      case .enumerator(let value): "=\(value)"
      }
    return base + dimensions.map { $0 < 0 ? "[*]" : "[\($0)]" }.joined() + (isOptional ? "?" : "")
  }

  /// - Returns: nil if `text` is not one complete form.
  public init?(_ text: String) {
    var rest = Substring(text)
    let isOptional = rest.hasSuffix("?")
    if isOptional { rest.removeLast() }
    var dimensions: [Int] = []
    while rest.last == "]", let open = rest.lastIndex(of: "[") {
      let inner = rest[rest.index(after: open)...].dropLast()
      if inner == "*" {
        dimensions.insert(-1, at: 0)
      } else if let count = Int(inner), count >= 0, String(count) == inner {
        dimensions.insert(count, at: 0)
      } else {
        break
      }
      rest = rest[..<open]
    }
    guard let base = Base(rest) else { return nil }
    self.init(base, dimensions, isOptional: isOptional)
  }
}

extension ArchivedForm.Base {
  fileprivate init?(_ text: Substring) {
    switch text {
    case "records": self = .records
    case "case": self = .enumerationCase
    case "utf8", "latin1", "utf16", "utf32": self = .text(encoding: String(text))
    case _ where text.hasPrefix("<") && text.hasSuffix(">") && text.count > 2:
      self = .value(type: String(text.dropFirst().dropLast()))
    case _ where text.hasPrefix("&") && text.count > 1: self = .link(table: String(text.dropFirst()))
    case _ where text.hasPrefix("="):
      guard let value = Int64(text.dropFirst()) else { return nil }
      self = .enumerator(value)
    default:
      guard let number = ArchivedNumber(text) else { return nil }
      self = .number(number)
    }
  }
}

/// The type of one number in an archive, by its name in FORMAT.md.
public struct ArchivedNumber: Sendable, Hashable {
  public enum Scalar: Sendable, Hashable {
    case bool
    case integer(bits: Int, isSigned: Bool)
    case floating(FloatingFormat)
  }

  public enum Shape: Sendable, Hashable {
    case single, complex
    case vector(lanes: Int)
  }

  public let scalar: Scalar
  public let shape: Shape

  public init(_ scalar: Scalar, _ shape: Shape = .single) {
    self.scalar = scalar
    self.shape = shape
  }

  public var name: String {
    let name =
      switch scalar {
      case .bool: "bool"
      case .integer(let bits, let isSigned): "\(isSigned ? "i" : "u")\(bits)"
      case .floating(let format): format.rawValue
      }
    return switch shape {
    case .single: name
    case .complex: "c(\(name))"
    case .vector(let lanes): "v\(lanes)(\(name))"
    }
  }

  public init?(_ name: some StringProtocol) {
    if name.last == ")", let open = name.firstIndex(of: "(") {
      guard let inner = ArchivedNumber(name[name.index(after: open)...].dropLast()), inner.shape == .single else {
        return nil
      }
      if name[..<open] == "c" {
        self.init(inner.scalar, .complex)
      } else if name.first == "v", let lanes = Int(name[..<open].dropFirst()), lanes > 0 {
        self.init(inner.scalar, .vector(lanes: lanes))
      } else {
        return nil
      }
      return
    }
    if name == "bool" {
      self.init(.bool)
    } else if let format = FloatingFormat(rawValue: String(name)) {
      self.init(.floating(format))
    } else if let first = name.first, first == "u" || first == "i", let bits = Int(name.dropFirst()), bits > 0,
      bits <= 1 << 23
    {
      self.init(.integer(bits: bits, isSigned: first == "i"))
    } else {
      return nil
    }
  }
}
