import ArchiveModel

/// Describes a record as it is in the header. The runtime compares it with the record that is compiled in. Members that Swift
/// does not reflect are read or assigned by generated code.
struct LayoutDescription {
  private let resolution: ResolvedRecords
  private let names: SwiftNames
  private let written: Set<Record.ID>
  private var members: [LayoutMember] = []
  private var reads: [SchemaLayout.Read] = []
  private var assigned: [[MemberStep]] = []
  private var hasOtherNames = false
  private var seen: Set<Record.ID> = []
  /// Fields by their places. A row of these is also compared with the records that it refers to.
  private var fields: [Place: Int] = [:]
  private var rows: [Place: Int] = [:]

  /// A field by its declaration and offset. Fields from one macro have the same location.
  private struct Place: Hashable {
    let name: String
    let location: SourceLocation
    let bitOffset: Int
  }

  /// - Parameter typeName: of a record that Swift imports; nil for a private schema's.
  static func of(
    _ planned: PlannedRecord, typeName: SwiftName?, _ resolution: ResolvedRecords, _ names: SwiftNames,
    written: Set<Record.ID>, constants: [SchemaLayout.Constant]
  ) -> SchemaLayout? {
    var description = LayoutDescription(resolution: resolution, names: names, written: written)
    for (row, field) in planned.fields.enumerated() {
      // With `to(type)`, the target is not the type in C.
      if let target = field.entry.pointer?.record,
        field.field.type.innermost != .record(target)
      {
        continue
      }
      let place = Place(name: field.field.name, location: field.field.location, bitOffset: field.entry.bitOffset)
      if description.fields[place] == nil { description.fields[place] = row }
      if field.field.type.leadsToRecord, description.rows[place] == nil { description.rows[place] = row }
    }
    let record = planned.record
    let isReflected = record.kind == .structure && !description.isAmbiguous(record)
    if isReflected {
      for field in record.fields { description.add(field, base: 0, isNamed: typeName != nil) }
    } else if typeName != nil {
      description.addReads(of: record, Way())
    }
    guard !description.members.isEmpty || description.hasOtherNames || typeName != nil else { return nil }
    return SchemaLayout(
      typeName: typeName, members: description.members, isReflected: isReflected || typeName == nil,
      hasOtherNames: description.hasOtherNames, reads: description.reads, assigned: description.assigned,
      constants: typeName == nil ? [] : constants,
      entries: SchemaLayout.entries(description.members, planned.fields.map(\.entry)))
  }

  private init(resolution: ResolvedRecords, names: SwiftNames, written: Set<Record.ID>) {
    self.resolution = resolution
    self.names = names
    self.written = written
  }

  /// Adds a member of the record itself.
  private mutating func add(_ field: Field, base: Int, isNamed: Bool) {
    if field.isPadding { return }
    if field.swiftTraits.contains(.otherName) { hasOtherNames = true }
    if field.isAnonymousMember {
      if isNamed { addReads(of: field, Way(base: base)) }
      return
    }
    if field.bitWidth != nil {
      if isNamed { addRead(field, Way(base: base)) }
      return
    }
    let isSure =
      !field.isAtomic && LayoutImport.isSure(field.type, resolution, names)
      && field.swiftTraits.isDisjoint(with: [.otherName, .ownType, .deprecated])
    let place = Place(name: field.name, location: field.location, bitOffset: base + field.bitOffset)
    members.append(
      LayoutMember(
        name: field.name, type: type(of: field.type, field.swiftTraits), offset: base / 8 + field.bitOffset / 8,
        row: rows[place], field: fields[place], isOptional: !isSure))
    if isNamed { addReads(inside: field, Way(base: base)) }
  }

  // MARK: Members that generated code reads or assigns

  /// The path to a record inside the described one.
  private struct Way {
    /// The offset in bits.
    var base = 0
    /// The path in Swift.
    var path: [MemberStep] = []
    /// The path in messages, with a dot at its end.
    var label = ""
    /// Whether a member on the path is `const`.
    var isConstant = false

    func into(_ field: Field, path: [MemberStep] = [], label: String = "") -> Way {
      Way(
        base: base + field.bitOffset, path: self.path + path, label: self.label + label,
        isConstant: isConstant || field.swiftTraits.contains(.constant))
    }
  }

  /// Adds the members of a nested record that has no check of its own.
  private mutating func addReads(inside field: Field, _ way: Way) {
    guard case .record(let id) = field.type.arrayElement.type, let inner = resolution.records[id], !hasOwnCheck(inner),
      LayoutImport.canBeRead(field, resolution, names)
    else { return }
    // A type's members are the same everywhere, so one occurrence is checked.
    guard inner.name == nil || seen.insert(id).inserted else { return }
    // The first element is checked for all.
    let dimensions = field.type.arrayElement.dimensions.filter { $0 != 1 }
    guard dimensions.allSatisfy({ $0 > 0 && $0 <= 16 }) else { return }
    let element = dimensions.map { _ in MemberStep.element(0) }
    let isReflected = inner.kind == .structure && inner.name != nil && !isAmbiguous(inner)
    addReads(
      of: inner,
      way.into(field, path: [.member(field.name)] + element, label: field.name + "."),
      isReflected: isReflected)
  }

  /// Adds the members of an anonymous member.
  private mutating func addReads(of field: Field, _ way: Way) {
    guard case .record(let id) = field.type, let inner = resolution.records[id] else { return }
    addReads(of: inner, way.into(field))
  }

  /// - Parameter isReflected: whether Swift reflects the members that are not bit-fields.
  private mutating func addReads(of record: Record, _ way: Way, isReflected: Bool = false) {
    guard record.alignment <= 16 else { return }
    for field in record.fields where !field.isPadding {
      if field.isAnonymousMember {
        addReads(of: field, way)
      } else {
        if !isReflected || field.bitWidth != nil { addRead(field, way) }
        if field.bitWidth == nil { addReads(inside: field, way) }
      }
    }
  }

  private mutating func addRead(_ field: Field, _ way: Way) {
    guard LayoutImport.canBeRead(field, resolution, names) else { return }
    let offset = way.base + field.bitOffset
    let name = way.label + field.name
    let path = way.path + [.member(field.name)]
    let place = Place(name: field.name, location: field.location, bitOffset: offset)
    if let width = field.bitWidth {
      guard width <= 64, let range = field.type.integerRange else { return }
      // Swift reads a bit-field from a copy of the record, for which its compiler takes time that is quadratic in the record's
      // size. It assigns a bit-field through the record's address.
      let isAssigned = !way.isConstant && !field.swiftTraits.contains(.constant)
      members.append(
        LayoutMember(
          access: isAssigned ? .assigned : .read, name: name, type: .bitField(width: width, isSigned: range.isSigned),
          offset: offset, field: fields[place]))
      if isAssigned {
        assigned.append(path)
        return
      }
    } else {
      // Swift cannot distinguish unnamed structs, so their members are read.
      if isUnnamed(field) { return }
      // A union's member is read by value, for which the compiler takes seconds if it is a large array.
      guard field.type.arrayElement.dimensions.reduce(1, *) <= 256 else { return }
      members.append(
        LayoutMember(
          access: .read, name: name, type: type(of: field.type, field.swiftTraits), offset: offset / 8,
          row: rows[place], field: fields[place]))
    }
    reads.append(SchemaLayout.Read(path: path, isArray: field.type.arrayElement.dimensions.reduce(1, *) > 8))
  }

  /// Swift's runtime (6.3.1) treats unnamed structs of members with the same name as one type. Reflection of a record with
  /// such a member may read beyond its end.
  private func isAmbiguous(_ record: Record) -> Bool { record.fields.contains { isUnnamed($0) } }

  private func isUnnamed(_ field: Field) -> Bool {
    guard !field.isAnonymousMember, case .record(let id) = field.type.arrayElement.type else { return false }
    return resolution.records[id]?.name == nil
  }

  private func hasOwnCheck(_ record: Record) -> Bool {
    guard written.contains(record.id), !record.isDeprecated, names.cxxName(of: record) != .none,
      case .imported? = names.name(of: record)
    else { return false }
    return true
  }

  // MARK: Types

  private func type(of type: CType, _ traits: Field.SwiftTraits) -> SchemaLayoutType {
    switch type {
    case .bool: return .truth
    case .integer(let bits, let isSigned):
      if traits.contains(.ownType) { return .wrapped(bits: bits, isSigned: isSigned) }
      return traits.contains(.size) && !isSigned ? .size(bits: bits) : .integer(bits: bits, isSigned: isSigned)
    case .floating(.single, _): return traits.contains(.ownType) ? .unknown : .floating(bits: 32)
    case .floating(.double, _): return traits.contains(.ownType) ? .unknown : .floating(bits: 64)
    case .enumeration(let enumeration):
      guard let range = enumeration.underlying.integerRange, range.bits > 1 else { return .unknown }
      return .wrapped(bits: range.bits, isSigned: range.isSigned)
    case .array(let element, let count): return .array(count: count, self.type(of: element, traits))
    case .pointer(.function): return .unknown
    case .pointer(let target): return traits.contains(.ownType) ? .unknown : .pointer(self.type(of: target, traits))
    case .record(let id):
      guard !traits.contains(.ownType), let record = resolution.records[id],
        case .imported(let name)? = names.name(of: record)
      else { return .record(nil) }
      // At run time Swift prints C's name, even if there is a `swift_name`.
      if record.swiftName != nil, let own = record.name { return .record(own) }
      return .record(name.path.last)
    case .incomplete: return .record(nil)
    case .void: return .void
    default: return .unknown
    }
  }
}

/// What Swift's importer surely imports.
enum LayoutImport {
  /// Whether Swift surely imports a member of this type.
  static func isSure(_ type: CType, _ resolution: ResolvedRecords, _ names: SwiftNames) -> Bool {
    switch type {
    case .bool: return true
    case .integer(let bits, _): return bits <= 64
    case .floating(let format, _): return format == .single || format == .double
    case .enumeration(let enumeration): return isSure(enumeration.underlying, resolution, names)
    // Swift's importer omits an array with more than 4,096 elements in a dimension.
    case .array(let element, let count):
      // Swift imports unnamed structs, but no arrays of them.
      if case .record(let id) = element.arrayElement.type, resolution.records[id]?.name == nil { return false }
      return count > 0 && count <= 4096 && isSure(element, resolution, names)
    case .record(let id):
      guard let record = resolution.records[id], record.alignment <= 16 else { return false }
      if record.name == nil { return true }
      if case .imported? = names.name(of: record) { return true }
      return false
    case .pointer(.void), .pointer(.incomplete): return true
    case .pointer(.function), .pointer(.array): return false
    case .pointer(.record(let id)): return resolution.records[id]?.name != nil
    case .pointer(let target): return isSure(target, resolution, names)
    default: return false
    }
  }

  /// Whether generated code can name it without an error or a warning.
  static func canBeRead(_ field: Field, _ resolution: ResolvedRecords, _ names: SwiftNames) -> Bool {
    !field.isAtomic && field.swiftTraits.isDisjoint(with: [.otherName, .ownType, .deprecated])
      && !field.name.contains("$") && isSure(field.type, resolution, names)
  }
}

extension CType {
  /// Whether it is a record, or leads to one.
  fileprivate var leadsToRecord: Bool {
    switch arrayElement.type {
    case .record: true
    case .pointer(let target): target.leadsToRecord
    default: false
    }
  }
}

extension SchemaField {
  fileprivate var bitOffset: Int {
    if case .bits = form { offset } else { offset * 8 }
  }
}
