/// The types of the standard library and Foundation that the runtime archives.
enum KnownTypes {
  /// Numeric types. An array of numbers is archived as one byte string.
  static let numbers: Set<String> = [
    "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float", "Double",
  ]

  /// Other types.
  static let values: Set<String> = [
    "String", "Data", "Date", "UUID", "URL", "Decimal", "Locale", "TimeZone", "IndexSet", "CGFloat", "CGPoint",
    "CGSize",
    "CGRect", "NSRange", "ArchiveValue", "Character",
  ]

  /// Types of Foundation that have columns (the runtime's `ColumnValue`), with what follows the key in the columns' names.
  static let columnValues = [
    "Date": ["NS.time"], "UUID": ["NS.uuidbytes"], "URL": ["NS.relative"],
    "Decimal": ["NS.mantissa", "NS.exponent", "NS.negative"], "Data": ["NS.data", "NS.length"],
  ]

  /// Types of Foundation that structs of the runtime represent, because apps may have given them a form of their own.
  static let wrapped: Set<String> = ["DateComponents", "DateInterval", "Calendar", "IndexPath", "NSNumber", "Any"]

  /// Types whose values may be of several kinds, for which Codable has no form.
  static let dynamic: Set<String> = ["ArchiveValue", "ArchivedAny", "ArchivedNSNumber"]

  /// All types that are not `Codable`.
  static let uncodable = dynamic.union(["Character"])

  /// Types of the standard library and Foundation that are archived by their own `Codable` coding.
  static let codable: Set<String> = [
    "Duration", "Float16", "Measurement", "PersonNameComponents",
    "CharacterSet", "AffineTransform", "URLComponents", "Int128", "UInt128",
    "PartialRangeFrom", "PartialRangeUpTo", "PartialRangeThrough", "ContinuousClock.Instant",
    "SuspendingClock.Instant",
    "Calendar.Identifier", "Calendar.RecurrenceRule", "Locale.Currency", "Locale.Language", "Locale.LanguageCode",
    "Locale.Region", "Locale.Script",
  ]

  /// Types that are declared in Foundation.
  static let foundation: Set<String> = [
    "Data", "Date", "UUID", "URL", "Decimal", "Locale", "TimeZone", "IndexSet", "CGFloat", "CGPoint", "CGSize",
    "CGRect",
    "NSRange", "DateComponents", "DateInterval", "Calendar", "IndexPath", "Measurement", "PersonNameComponents",
    "CharacterSet", "AffineTransform", "URLComponents", "NSNumber", "Calendar.Identifier", "Calendar.RecurrenceRule",
    "Locale.Currency", "Locale.Language", "Locale.LanguageCode", "Locale.Region", "Locale.Script",
  ]

  /// Other names of the same types.
  static let aliases: [String: String] = [
    "Float32": "Float", "Float64": "Double", "TimeInterval": "Double", "NSInteger": "Int", "NSUInteger": "UInt",
    "NSPoint": "CGPoint", "NSSize": "CGSize", "NSRect": "CGRect",
    "CBool": "Bool", "CChar": "Int8", "CSignedChar": "Int8", "CUnsignedChar": "UInt8", "CShort": "Int16",
    "CUnsignedShort": "UInt16", "CInt": "Int32", "CUnsignedInt": "UInt32", "CLongLong": "Int64",
    "CUnsignedLongLong": "UInt64", "CFloat": "Float", "CDouble": "Double",
    "int8_t": "Int8", "int16_t": "Int16", "int32_t": "Int32", "int64_t": "Int64", "uint8_t": "UInt8",
    "uint16_t": "UInt16", "uint32_t": "UInt32", "uint64_t": "UInt64", "UnicodeScalar": "Unicode.Scalar",
  ]

  /// The name without one of these modules: `Swift.Int` is `Int`.
  static func withoutModule(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: ".")) else { return name }
    for module in ["Swift.", "Foundation.", "CoreGraphics.", "CoreFoundation."] where name.hasPrefix(module) {
      return String(name.dropFirst(module.count))
    }
    return name
  }

  /// Generic types. Their parameters are archived.
  static let vectors: Set<String> = ["SIMD2", "SIMD3", "SIMD4", "SIMD8", "SIMD16", "SIMD32", "SIMD64"]
  static let ranges: Set<String> = ["Range", "ClosedRange"]

  /// The types of raw values.
  static let rawValues: Set<String> = numbers.union(["String", "Character"]).subtracting(["Bool"])

  /// Protocols that classes often name first, in the position of a superclass.
  static let protocols: Set<String> = [
    "AnyObject", "Codable", "Comparable", "CustomDebugStringConvertible", "CustomStringConvertible", "Decodable",
    "Encodable",
    "Equatable", "Error", "Hashable", "Identifiable", "NSCoding", "NSCopying", "NSMutableCopying", "NSObjectProtocol",
    "NSSecureCoding", "ObservableObject", "Observable", "RawRepresentable", "Sendable",
  ]

  /// Protocols of other modules that refine `Sendable`: Swift gives no default isolation to types that name one.
  static let nonisolatedProtocols: Set<String> = [
    "Clock", "CodingKey", "CustomNSError", "DurationProtocol", "Error", "InstantProtocol", "LocalizedError",
    "RecoverableError", "SortComparator",
  ]

  /// Types of the standard library that can be neither copied nor declared as 'var'.
  static let noncopyable: Set<String> = ["Atomic", "AtomicLazyReference", "Mutex"]

  /// Proposals for types that cannot be archived.
  static let advice: [String: String] = [
    "NSString": "declare it as 'String'", "NSMutableString": "declare it as 'String'",
    "NSArray": "declare it as a Swift array of the type that its elements have",
    "NSMutableArray": "declare it as a Swift array of the type that its elements have",
    "NSDictionary": "declare it as a Swift dictionary", "NSMutableDictionary": "declare it as a Swift dictionary",
    "NSSet": "declare it as a Swift set", "NSMutableSet": "declare it as a Swift set",
    "NSDate": "declare it as 'Date'", "NSData": "declare it as 'Data'", "NSMutableData": "declare it as 'Data'",
    "NSURL": "declare it as 'URL'", "NSUUID": "declare it as 'UUID'",
    "Void": "remove the property, which has no value",
    "Error": "declare it as an enumeration of the errors, marked '// archive:'",
    "AnyObject": "declare it as the class or protocol that its objects have",
    "Substring": "declare it as 'String'",
    "Float80": "archive it as 'Double', or as text",
    "UnsafePointer": "archive its target", "UnsafeMutablePointer": "archive its target",
    "UnsafeRawPointer": "archive its target", "UnsafeMutableRawPointer": "archive its target",
    "DispatchQueue": "leave it out with '// archive: skip'",
    "NSAttributedString": "archive its text as 'String'",
    "AttributedString":
      "write '// archive: owncoding' where Foundation has it as Codable, which it has not on Linux; or archive its text, with '// archive: via(…)'",
  ]
}
