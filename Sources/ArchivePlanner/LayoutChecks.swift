import ArchiveModel

/// What the compiler is asked to confirm of each record when it next reads the headers, where the module's header is ours
/// to write: place, size and type of every member, those too that Swift does not import, and the constants in tables.
enum LayoutChecks {
  static func run(_ planned: [PlannedRecord], _ resolution: FieldResolution) -> GeneratedModule.Checks {
    var checks = GeneratedModule.Checks()
    var names: Set<String> = []
    var constants: [String: Int64] = [:]
    var probeCount = 0
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
            + members.all,
          probes: members.bits.probes(numberedFrom: probeCount)))
      probeCount += checks.layouts.last?.probes.count ?? 0
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
      for id in next.fields.flatMap({ [$0.entry.inner].compactMap(\.self) + $0.entry.targets })
      where seen.insert(id).inserted {
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
  /// On members that are no bit-fields, in the members' order.
  private(set) var all: [String] = []
  private(set) var bits = BitProbes()
  private(set) var names: Set<String> = []

  init(type: String, resolution: FieldResolution) {
    self.type = type
    self.resolution = resolution
  }

  mutating func add(_ record: Record) { _ = add(record, path: "", base: 0, layer: 0) }

  /// - Parameter layer: of the probes, whose values are those of one member of each union.
  /// - Returns: how many layers its bit-fields take.
  private mutating func add(_ record: Record, path: String, base: Int, layer: Int) -> Int {
    var layers = 0
    bits.endRun()
    for field in record.fields where !field.isPadding {
      if record.kind == .union {
        bits.endRun()
        layers += add(field, path: path, base: base, layer: layer + layers)
      } else {
        layers = max(layers, add(field, path: path, base: base, layer: layer))
      }
    }
    bits.endRun()
    return layers
  }

  private mutating func add(_ field: Field, path: String, base: Int, layer: Int) -> Int {
    let bitOffset = base + field.bitOffset
    let (element, dimensions) = field.type.arrayElement
    if field.isAnonymousMember {
      guard case .record(let id) = element, let inner = resolution[id] else { return 0 }
      return add(inner, path: path, base: bitOffset, layer: layer)
    }
    names.insert(field.name)
    let member = path + field.name
    if let width = field.bitWidth {
      guard width <= 64, let shape = field.type.integerRange else {
        bits.endRun()
        return 0
      }
      bits.add(member, width: width, isSigned: shape.isSigned, layer: layer)
      return 1
    }
    var conditions = ["__builtin_offsetof(\(type), \(member)) == \(bitOffset / 8)"]
    var expression = "ARCHIVEGEN_AT(\(type), \(member))"
    if dimensions.allSatisfy({ $0 > 0 }) {
      for count in dimensions {
        conditions.append("sizeof(\(expression)) == \(count) * sizeof(\(expression)[0])")
        expression += "[0]"
      }
      if let condition = condition(on: expression, element, isAtomic: field.isAtomic) { conditions.append(condition) }
    }
    all.append(conditions.joined(separator: " && "))
    if field.type.isNumber, !field.isAtomic { bits.skip() } else { bits.endRun() }
    // An unnamed struct is checked where it is named.
    guard case .record(let id) = element, let inner = resolution[id], inner.cSpelling == nil,
      dimensions.allSatisfy({ $0 > 0 })
    else { return 0 }
    return add(
      inner, path: member + dimensions.map { _ in "[0]" }.joined() + ".", base: bitOffset, layer: layer)
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
