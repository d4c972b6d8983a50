/// The Foundation classes whose objects are read and written, with all their archived names.
package enum FoundationClass: String, CaseIterable {
  case array = "NSArray"
  case dictionary = "NSDictionary"
  case set = "NSSet"
  case orderedSet = "NSOrderedSet"
  case date = "NSDate"
  case uuid = "NSUUID"
  case url = "NSURL"
  case data = "NSData"
  case string = "NSString"
  case locale = "NSLocale"
  case timeZone = "NSTimeZone"
  case value = "NSValue"
  case decimal = "NSDecimalNumber"
  case null = "NSNull"
  case indexSet = "NSIndexSet"
  case indexPath = "NSIndexPath"
  case dateInterval = "NSDateInterval"
  case dateComponents = "NSDateComponents"
  case calendar = "NSCalendar"

  /// The class's name and its superclasses', as archives list them.
  var names: [String] {
    switch self {
    case .decimal: [rawValue, "NSNumber", "NSValue", "NSObject"]
    default: [rawValue, "NSObject"]
    }
  }

  /// Whether its objects consist of a list of elements.
  var isList: Bool {
    switch self {
    case .array, .orderedSet, .set: true
    default: false
    }
  }

  /// The names under which its objects are read.
  var readNames: Set<String> {
    switch self {
    case .array: Self.arrays
    case .dictionary: ["NSDictionary", "NSMutableDictionary"]
    case .set: ["NSSet", "NSMutableSet", "NSCountedSet"]
    case .orderedSet: ["NSOrderedSet", "NSMutableOrderedSet"]
    case .data: ["NSData", "NSMutableData", "NSDataMalloc", "NSDataStatic"]
    case .string: ["NSString", "NSMutableString", "GSString", "GSMutableString", "NSConstantString"]
    case .date: ["NSDate", "NSGDate", "__NSDate", "NSCalendarDate"]
    case .timeZone: ["NSTimeZone", "__NSTimeZone"]
    case .indexSet: ["NSIndexSet", "NSMutableIndexSet"]
    // The second is what Foundation on Apple's platforms writes.
    case .decimal: ["NSDecimalNumber", "NSDecimalNumberPlaceholder"]
    default: [rawValue]
    }
  }

  /// The classes by each of their names.
  private static let byName: [ExactText: FoundationClass] = Dictionary(
    allCases.flatMap { known in known.readNames.map { (ExactText($0), known) } },
    uniquingKeysWith: { first, _ in first })

  /// The class with this name in an archive; nil for any other.
  package init?(archivedName name: String) {
    guard let known = Self.byName[ExactText(name)] else { return nil }
    self = known
  }

  private static let arrays: Set<String> = ["NSArray", "NSMutableArray", "GSArray", "GSMutableArray"]
}

/// The keys of Foundation's objects.
// They are literals where they are used, which are compared by their bits: see `TextBits`.
package enum CollectionKey {
  package static var objects: String { "NS.objects" }
  package static var keys: String { "NS.keys" }
  /// The prefix of the index of an element; the keys of a dictionary have a similar one.
  package static var object: String { "NS.object." }
  package static var key: String { "NS.key." }
  package static var string: String { "NS.string" }
  package static var bytes: String { "NS.bytes" }
  package static var data: String { "NS.data" }
  package static var time: String { "NS.time" }
  package static var uuid: String { "NS.uuidbytes" }
  package static var relative: String { "NS.relative" }
  package static var base: String { "NS.base" }
}
