import ArchiveModel

/// What the compiler is asked to confirm of each record when it next reads the headers, where the module's header is ours
/// to write: place, size and type of every member, those too that Swift does not import, and the constants in tables.
enum LayoutChecks {
  static func run(_ planned: [PlannedRecord], _ resolution: FieldResolution) -> GeneratedModule.Checks {
    var checks = GeneratedModule.Checks()
    var names: Set<String> = []
    var constants: [String: Int64] = [:]
    for record in records(planned, resolution) {
      guard let type = record.cSpelling else { continue }
      for constant in resolution.constants(of: record) { constants[constant.name] = constant.value }
      var members = MemberChecks(type: type, resolution: resolution)
      members.add(record)
      names.formUnion(members.names)
      names.insert(type.split(separator: " ").last.map(String.init) ?? type)
      checks.layouts.append(
        GeneratedModule.LayoutCheck(
          type: type,
          conditions: ["sizeof(\(type)) == \(record.size) && _Alignof(\(type)) == \(record.alignment)"]
            + members.all))
    }
    checks.names = names.sorted()
    checks.constants = constants.sorted { $0.key < $1.key }.map { "(long long)(\($0.key)) == \(literal($0.value))" }
    return checks
  }

  /// Those written, and all that they hold or lead to: they may be defined in headers that nothing is written for.
  private static func records(_ planned: [PlannedRecord], _ resolution: FieldResolution) -> [Record] {
    var seen = Set(planned.map(\.record.id))
    var all = planned.map(\.record)
    var waiting = planned
    while let next = waiting.popLast() {
      for id in next.fields.flatMap({ [$0.inner].compactMap(\.self) + $0.targets }) where seen.insert(id).inserted {
        guard let inner = resolution.planned(id) else { continue }
        all.append(inner.record)
        waiting.append(inner)
      }
    }
    return all.sorted { $0.location < $1.location }
  }

  private static func literal(_ value: Int64) -> String {
    // The least number has no literal in C.
    value == .min ? "(-\(Int64.max)LL - 1)" : "\(value)LL"
  }
}

/// The conditions on a record's members, in C. `ModuleHeader.mustache` defines the macros.
private struct MemberChecks {
  let type: String
  let resolution: FieldResolution
  private var conditions: [String] = []
  private var bitConditions: Set<Int> = []
  private var memberCount = 0
  private(set) var names: Set<String> = []

  init(type: String, resolution: FieldResolution) {
    self.type = type
    self.resolution = resolution
  }

  /// clang makes a whole record for each condition on a bit-field: 11 s for 2,000 of them in one record. Beyond this product
  /// of members and bit-fields the check at first use sees to these, `LayoutDescription`.
  private static let mostMembersMade = 1 << 16

  /// In the members' order.
  var all: [String] {
    guard memberCount * bitConditions.count > Self.mostMembersMade else { return conditions }
    return conditions.indices.filter { !bitConditions.contains($0) }.map { conditions[$0] }
  }

  mutating func add(_ record: Record) { add(record, path: "", base: 0) }

  private mutating func add(_ record: Record, path: String, base: Int) {
    var previous: Field?
    for field in record.fields where !field.isPadding {
      add(field, after: record.kind == .structure ? previous : nil, path: path, base: base)
      previous = field
    }
  }

  private mutating func add(_ field: Field, after previous: Field?, path: String, base: Int) {
    let bits = base + field.bitOffset
    let (element, dimensions) = field.type.arrayElement
    if field.isAnonymousMember {
      if case .record(let id) = element, let inner = resolution[id] { add(inner, path: path, base: bits) }
      return
    }
    names.insert(field.name)
    memberCount += 1
    let member = path + field.name
    if let width = field.bitWidth {
      addBits(field, width, path, after: previous)
      return
    }
    var all = ["__builtin_offsetof(\(type), \(member)) == \(bits / 8)"]
    var expression = "ARCHIVEGEN_AT(\(type), \(member))"
    if dimensions.allSatisfy({ $0 > 0 }) {
      for count in dimensions {
        all.append("sizeof(\(expression)) == \(count) * sizeof(\(expression)[0])")
        expression += "[0]"
      }
      if let condition = condition(on: expression, element, isAtomic: field.isAtomic) { all.append(condition) }
    }
    conditions.append(all.joined(separator: " && "))
    // An unnamed struct is checked where it is named.
    if case .record(let id) = element, let inner = resolution[id], inner.cSpelling == nil,
      dimensions.allSatisfy({ $0 > 0 })
    {
      add(inner, path: member + dimensions.map { _ in "[0]" }.joined() + ".", base: bits)
    }
  }

  /// C cannot ask where a bit-field is (C17 7.19p3), but how many bits it holds and which member follows another: with the
  /// size of the whole, their places follow but for unnamed bits between them. A sign is what comes back of -1.
  private mutating func addBits(_ field: Field, _ width: Int, _ path: String, after previous: Field?) {
    let member = path + field.name
    guard width <= 64, let shape = field.type.integerShape, !member.contains("[") else { return }
    let ones = shape.isSigned ? "-1" : "\(UInt64.max >> UInt64(64 - width))ULL"
    var condition = "((\(type)){.\(member) = -1}).\(member) == \(ones)"
    if shape.bits == 1 { condition = "((\(type)){.\(member) = 1}).\(member) == 1" }
    if let previous, !previous.isAnonymousMember, previous.type.isNumber {
      condition += " && ((\(type)){.\(path)\(previous.name) = 0, 1}).\(member) != 0"
    }
    bitConditions.insert(conditions.count)
    conditions.append(condition)
  }

  /// nil where there is nothing to ask.
  private func condition(on expression: String, _ type: CType, isAtomic: Bool) -> String? {
    switch type {
    case .bool where !isAtomic: return "__builtin_types_compatible_p(__typeof__(\(expression)), _Bool)"
    case .integer(let bits, let isSigned):
      if isAtomic { return "sizeof(\(expression)) == \(bits / 8)" }
      return "ARCHIVEGEN_INTEGER(\(expression), \(bits / 8), \(isSigned ? 1 : 0))"
    case .enumeration(let enumeration): return condition(on: expression, enumeration.underlying, isAtomic: isAtomic)
    case .floating(_, let size):
      return isAtomic ? "sizeof(\(expression)) == \(size)" : "ARCHIVEGEN_FLOATING(\(expression), \(size))"
    case .complex(.floating(let format, _)) where !isAtomic:
      let part: String? =
        switch format {
        case .single: "float"
        case .double: "double"
        default: nil
        }
      return part.map { "__builtin_types_compatible_p(__typeof__(\(expression)), _Complex \($0))" }
    case .bitInt(let bits, let isSigned, _) where !isAtomic:
      return
        "__builtin_types_compatible_p(__typeof__(\(expression)), \(isSigned ? "" : "unsigned ")_BitInt(\(bits)))"
    case .vector(let lane, _, let size):
      return
        (["sizeof(\(expression)) == \(size)"]
        + [condition(on: expression + "[0]", lane, isAtomic: false)].compactMap(\.self)).joined(separator: " && ")
    case .record(let id):
      guard let record = resolution[id] else { return nil }
      guard let spelling = record.cSpelling, !isAtomic else { return "sizeof(\(expression)) == \(record.size)" }
      return "__builtin_types_compatible_p(__typeof__(\(expression)), \(spelling))"
    case .pointer(.void) where !isAtomic:
      return "__builtin_types_compatible_p(__typeof__(*\(expression)), void)"
    case .pointer(.function), .pointer(.incomplete), .pointer(.unsupported):
      return "sizeof(*&\(expression)) == sizeof(void *)"
    case .pointer(let target) where !isAtomic: return condition(on: "(*\(expression))", target, isAtomic: false)
    case .flexibleArray(let element): return condition(on: expression + "[0]", element, isAtomic: isAtomic)
    default: return nil
    }
  }
}

extension Record {
  /// nil for one that nothing outside its declaration can name.
  fileprivate var cSpelling: String? {
    guard unnameable == nil, let name else { return nil }
    return tag == nil ? name : "\(kind.rawValue) \(name)"
  }
}

extension CType {
  /// What `0` initialises.
  fileprivate var isNumber: Bool {
    switch self {
    case .bool, .integer, .enumeration, .floating, .pointer: true
    default: false
    }
  }
}
