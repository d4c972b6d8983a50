extension LayoutText {
  /// The fields of a record, of which `rows` are those that the text says too little of. The members' rows are then
  /// those of the whole table.
  ///
  /// - Throws: `invalidSchema` if text and rows do not belong together.
  mutating func fields(_ rows: [FieldSchema], of name: String) throws(ArchiveError) -> [FieldSchema] {
    guard members.allSatisfy({ $0.row == nil }) else {
      throw .invalidSchema(type: name, reason: "its text has numbers of rows, which a whole table has")
    }
    var fields: [FieldSchema] = []
    fields.reserveCapacity(entries.count)
    var rest = rows[...]
    for entry in entries {
      switch entry {
      case .row(let member):
        guard let row = rest.popFirst() else {
          throw .invalidSchema(type: name, reason: "its text stands for more rows than there are")
        }
        if let member { members[member].row = fields.count }
        fields.append(row)
      case .member(let index):
        let member = members[index]
        guard let form = member.type.form else {
          throw .invalidSchema(type: name, reason: "field '\(member.name)': \(member.type) needs a row of its own")
        }
        fields.append(FieldSchema(member.name, form, member.offset))
      }
    }
    guard rest.isEmpty else {
      throw .invalidSchema(type: name, reason: "its text stands for fewer rows than there are")
    }
    return fields
  }
}

extension LayoutType {
  /// How a field of this type is archived where no row says it; nil if the type says too little. The generator's
  /// `LayoutMember.says` is the same rule.
  fileprivate var form: FieldSchema.Form? {
    switch self {
    case .bits(1, false): return .bits(width: 1, .bool)
    case .bits(let width, let isSigned): return .bits(width: width, isSigned ? .i64 : .u64)
    case .array:
      var dimensions: [Int] = []
      var element = self
      while case .array(let count, let inner) = element {
        dimensions.append(count)
        element = inner
      }
      return element.element.map { .array(dimensions, $0, .packed) }
    default: return element.map { .scalar($0) }
    }
  }

  private var element: ElementType? {
    switch self {
    case .integer(8, true): .i8
    case .integer(16, true): .i16
    case .integer(32, true), .enumeration(32, true): .i32
    case .integer(64, true), .enumeration(64, true): .i64
    case .integer(8, false): .u8
    case .integer(16, false): .u16
    case .integer(32, false), .enumeration(32, false): .u32
    case .integer(64, false), .enumeration(64, false), .size(64): .u64
    case .enumeration(8, true): .i8
    case .enumeration(16, true): .i16
    case .enumeration(8, false): .u8
    case .enumeration(16, false): .u16
    case .size(32): .u32
    case .floating(32): .f32
    case .floating(64): .f64
    case .bool: .bool
    default: nil
    }
  }
}
