import ArchiveModel

/// The checks of each record in the header of a generated module, which the compiler makes when it reads the headers: offset,
/// size and type of every member, including those that Swift does not import, and the constants in tables.
enum LayoutChecks {
  static func run(_ planned: [PlannedRecord], _ resolution: ResolvedRecords) -> GeneratedModule.Checks {
    var checks = GeneratedModule.Checks()
    var names: Set<String> = []
    var constants: [String: Int64] = [:]
    var probeCount = 0
    for record in records(planned, resolution) {
      guard let type = record.cName else { continue }
      for constant in resolution.records.namedConstants(of: record) { constants[constant.name] = constant.value }
      var members = MemberChecks(resolution: resolution)
      members.add(record)
      names.formUnion(members.names)
      names.insert(type.name)
      checks.layouts.append(
        GeneratedModule.LayoutCheck(
          type: type, size: record.size, alignment: record.alignment, members: members.all,
          probes: members.bits.probes(numberedFrom: probeCount)))
      probeCount += checks.layouts.last?.probes.count ?? 0
    }
    checks.names = names.subtracting(notMacros).sorted()
    checks.constants = constants.sorted { $0.key < $1.key }.map {
      GeneratedModule.ConstantCheck(name: $0.key, value: $0.value)
    }
    return checks
  }

  /// Names of fields that no macro can have, so that undefining them is an error (C17 6.10.8p4, 6.10.3p5).
  private static let notMacros: Set<String> = ["defined", "__VA_ARGS__", "__VA_OPT__"]

  /// The given records and all that they hold or lead to, which may be defined in headers without output.
  private static func records(_ planned: [PlannedRecord], _ resolution: ResolvedRecords) -> [Record] {
    resolution.reached(from: planned).map(\.record).sorted { $0.location < $1.location }
  }
}

/// The checks of a record's members.
private struct MemberChecks {
  let resolution: ResolvedRecords
  /// The checks of members that are not bit-fields, in the members' order.
  private(set) var all: [GeneratedModule.MemberCheck] = []
  private(set) var bits = BitProbes()
  private(set) var names: Set<String> = []

  init(resolution: ResolvedRecords) { self.resolution = resolution }

  mutating func add(_ record: Record) { _ = add(record, path: [], base: 0, layer: 0) }

  /// - Parameter layer: the layer of probes. In each layer one member of each union has values.
  /// - Returns: the number of layers for its bit-fields.
  private mutating func add(_ record: Record, path: [CMemberStep], base: Int, layer: Int) -> Int {
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

  private mutating func add(_ field: Field, path: [CMemberStep], base: Int, layer: Int) -> Int {
    let bitOffset = base + field.bitOffset
    let (element, dimensions) = field.type.arrayElement
    if field.isAnonymousMember {
      guard case .record(let id) = element, let inner = resolution.records[id] else { return 0 }
      return add(inner, path: path, base: bitOffset, layer: layer)
    }
    names.insert(field.name)
    let member = path + [.member(field.name)]
    if let width = field.bitWidth {
      guard width <= 64, let shape = field.type.integerRange else {
        bits.endRun()
        return 0
      }
      bits.add(member, width: width, isSigned: shape.isSigned, layer: layer)
      return 1
    }
    let isWhole = dimensions.allSatisfy { $0 > 0 }
    all.append(
      GeneratedModule.MemberCheck(
        path: member, offset: bitOffset / 8, dimensions: isWhole ? dimensions : [],
        value: isWhole && !isPadded(field) ? check(of: element, isAtomic: field.isAtomic) : nil))
    if field.type.isNumber, !field.isAtomic { bits.skip() } else { bits.endRun() }
    // An unnamed struct is checked where it is named. C has no way to name a member of an atomic one.
    guard case .record(let id) = element, let inner = resolution.records[id], inner.cName == nil, isWhole,
      !field.isAtomic
    else { return 0 }
    return add(
      inner, path: member + dimensions.map { _ in .first }, base: bitOffset, layer: layer)
  }

  /// Whether an atomic struct may have padding that the struct has not. In an array it would move the elements, so that
  /// the check of the size has to fail.
  private func isPadded(_ field: Field) -> Bool {
    guard field.isAtomic, case .record(let id) = field.type, let size = resolution.records[id]?.size else {
      return false
    }
    return size & (size - 1) != 0
  }

  /// nil if C cannot check the type.
  private func check(of type: CType, isAtomic: Bool) -> CValueCheck? {
    switch type {
    case .bool where !isAtomic: return .bool
    case .integer(let bits, let isSigned):
      return isAtomic ? .size(bytes: bits / 8) : .integer(bytes: bits / 8, isSigned: isSigned)
    case .enumeration(let enumeration): return check(of: enumeration.underlying, isAtomic: isAtomic)
    case .floating(_, let size): return isAtomic ? .size(bytes: size) : .floating(bytes: size)
    case .complex(.floating(let format, _)) where !isAtomic:
      return format == .single || format == .double ? .complex(format) : nil
    case .bitInt(let bits, let isSigned, _) where !isAtomic: return .bitInt(bits: bits, isSigned: isSigned)
    case .vector(let lane, _, let size): return .vector(bytes: size, lane: check(of: lane, isAtomic: false))
    case .record(let id):
      guard let record = resolution.records[id] else { return nil }
      guard let name = record.cName, !isAtomic else { return .size(bytes: record.size) }
      return .record(name)
    case .pointer(.void) where !isAtomic: return .voidPointer
    case .pointer(.function), .pointer(.incomplete), .pointer(.unsupported): return .pointer
    case .pointer(let target) where !isAtomic: return check(of: target, isAtomic: false).map { .behind($0) }
    case .flexibleArray(let element): return check(of: element, isAtomic: isAtomic).map { .elements($0) }
    default: return nil
    }
  }
}

extension Record {
  /// The record's name in C; nil if code outside its declaration cannot name it.
  fileprivate var cName: CTypeName? {
    guard unnameable == nil, let name else { return nil }
    return CTypeName(tag == nil ? nil : kind, name)
  }
}

extension CType {
  /// Whether `0` initialises it.
  fileprivate var isNumber: Bool {
    switch self {
    case .bool, .integer, .enumeration, .floating, .pointer: true
    default: false
    }
  }
}
