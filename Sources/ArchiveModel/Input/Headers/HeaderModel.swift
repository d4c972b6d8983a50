#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What one run read from C headers.
public struct HeaderModel: Sendable {
  public let target: Target
  public let headers: [Header]
  /// Every complete record that the headers define or reach, in order of their definitions' places.
  /// A record that an error touched is not among them: its layout cannot be trusted.
  public let records: [Record]
  /// Typedefs of the C module by name, with what each stands for when that is a record or a pointer to one.
  /// Swift sees `typedef struct foo *foo` beside `struct foo` as two types of one name.
  public let typedefs: [String: TypedefTarget]
  /// Every enumerator by name, for annotations that name one.
  public let constants: [String: Int64]
  /// Those of them that Swift has under the same names: of enumerations of the given headers without attributes.
  public let swiftConstants: Set<String>
  /// The functions that the headers declare, for annotations that name one.
  public let functions: Set<String>
  /// The types of those of them that annotations name, without typedefs: "int (const void *, const void *)".
  public let functionTypes: [String: String]
  public let diagnostics: [Diagnostic]
  /// A warning for each record that is left out because it has too many fields; those of the given headers.
  public let leftOut: [Diagnostic]
  /// The text of source lines that later stages may want to quote in a diagnostic.
  public let lines: SourceLines

  public init(
    target: Target, headers: [Header], records: [Record], typedefs: [String: TypedefTarget],
    constants: [String: Int64] = [:], swiftConstants: Set<String> = [],
    functions: Set<String> = [], functionTypes: [String: String] = [:],
    diagnostics: [Diagnostic], leftOut: [Diagnostic] = [], lines: SourceLines
  ) {
    self.target = target
    self.headers = headers
    self.records = records
    self.typedefs = typedefs
    self.constants = constants
    self.swiftConstants = swiftConstants
    self.functions = functions
    self.functionTypes = functionTypes
    self.diagnostics = diagnostics
    self.leftOut = leftOut
    self.lines = lines
  }
}

public enum TypedefTarget: Sendable, Hashable {
  case record(Record.ID)
  case other
}

/// One of the headers that were given.
public struct Header: Sendable, Hashable {
  /// The path as it was given (or found in a given folder).
  public let path: String
  /// Every other file that was read because of this header, sorted; for build systems.
  public let includes: [String]
  /// False when libclang reported an error in it: nothing is generated from its records.
  public let isValid: Bool

  public init(path: String, includes: [String], isValid: Bool) {
    self.path = path
    self.includes = includes
    self.isValid = isValid
  }
}

/// The platform for which layouts hold.
public struct Target: Sendable, Hashable {
  public let triple: String
  /// 4 or 8 bytes.
  public let pointerSize: Int
  public let isBigEndian: Bool

  public init(triple: String, pointerSize: Int, isBigEndian: Bool) {
    self.triple = triple
    self.pointerSize = pointerSize
    self.isBigEndian = isBigEndian
  }
}

/// Lines of source text by place: enough to print a diagnostic with its line and caret. Files are kept whole, since of
/// their lines hardly one is ever quoted.
public struct SourceLines: Sendable {
  private var texts: [String: String] = [:]

  public init() {}

  public mutating func add(file: String, text: String) { texts[file] = text }

  /// All of a file's, without their ends.
  public func lines(of file: String) -> [Substring] {
    guard var text = texts[file] else { return [] }
    var ends: [Int] = []
    text.withUTF8 { bytes in
      var start = 0
      while let end = bytes.newline(from: start) {
        ends.append(end)
        start = end + 1
      }
      ends.append(bytes.count)
    }
    let utf8 = text.utf8
    var start = 0
    return ends.map { end in
      defer { start = end + 1 }
      return text[utf8.index(utf8.startIndex, offsetBy: start)..<utf8.index(utf8.startIndex, offsetBy: end)]
    }
  }

  public subscript(_ location: SourceLocation) -> String? {
    guard location.line > 0, var text = texts[location.file] else { return nil }
    return text.withUTF8 { bytes in
      var start = 0
      for _ in 1..<location.line {
        guard let end = bytes.newline(from: start) else { return nil }
        start = end + 1
      }
      let line = bytes[start..<(bytes.newline(from: start) ?? bytes.count)]
      return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// memchr looks at 32 bytes at once; a run with many warnings looks through megabytes.
  fileprivate func newline(from start: Int) -> Int? {
    guard let baseAddress, start < count, let found = memchr(baseAddress + start, 10, count - start) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress)
  }
}
