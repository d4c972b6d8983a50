import ArchivePlanner

extension SchemaLayout {
  /// The last argument of a schema, with the comma before it: `layout: .of(CShop.order.self, "number:i32@0") { … }`.
  var argument: String {
    guard let typeName = typeName?.spelling else { return ",\n    layout: .of(\(textLiteral))" }
    // Under strict memory safety, records with pointers are unsafe. The runtime's functions are marked `@unsafe` as
    // well, so `unsafe` is correct for every record.
    var all = ",\n    layout: unsafe .of(\(typeName).self, \(textLiteral)"
    let read = reading(typeName)
    let assign = assigning(typeName)
    if read == nil, let assign { return all + ", assign: \(assign))" }
    all += ")"
    if let read { all += " \(read)" }
    if let assign { all += " assign: \(assign)" }
    return all
  }

  /// See `LayoutText` in ArchiveRuntime.
  private var textLiteral: String {
    let words = members.map { $0.word($0.row.map { "#\($0)" } ?? "") } + flags
    return SwiftLiteral.string(words.joined(separator: " "))
  }

  private var flags: [String] { (isReflected ? [] : ["!"]) + (hasOtherNames ? ["?"] : []) }

  /// The literal that also says how the members are archived, a line for each.
  func description(_ entries: [Entry]) -> String {
    let words = entries.map { entry in
      switch entry {
      case .plain(let member): member.word("")
      case .row(let member, _): member.word("#")
      case .field: "#"
      case .other(let member): member.word(member.name.contains(".") ? "" : "-")
      }
    }
    let lines = (words + flags).map { "    \(SwiftLiteral.escaped($0))\n" }.joined()
    return "\"\"\"\n\(lines)    \"\"\""
  }

  /// Whether generated code reads or assigns members, or compares constants.
  var hasCheck: Bool { typeName != nil && !(reads.isEmpty && constants.isEmpty && assigned.isEmpty) }

  /// The last argument beside the description, with the comma before it; nil if Swift reflects every member.
  var check: String? {
    guard hasCheck, let typeName = typeName?.spelling else { return nil }
    let read = reading(typeName)
    let assign = assigning(typeName)
    let lead = ",\n    check: unsafe .of(\(typeName).self"
    if read == nil, let assign { return lead + ", assign: \(assign))" }
    return lead + ")" + (read.map { " \($0)" } ?? "") + (assign.map { " assign: \($0)" } ?? "")
  }

  /// The closure that reads members and constants.
  private func reading(_ typeName: String) -> String? {
    let statements = { (reader: String, record: String) in
      reads.map {
        "unsafe "
          + ($0.isArray
            ? "\(reader).array(\(record), \\\(typeName).\($0.path.spelling))"
            : "\(reader)(\(record).\($0.path.spelling))")
      }
        + constants.map {
          "\(reader).constant(\(SwiftLiteral.string($0.name.path.last ?? "")), \($0.name.spelling), \($0.value))"
        }
    }
    if reads.count + constants.count > LongList.mostElements {
      return parts(of: statements("reader", "record"), "reader", "LayoutReader", record: typeName)
    }
    if reads.isEmpty { return constants.isEmpty ? nil : closure("layout, _", statements("layout", "")) }
    return closure(nil, statements("$0", "$1"))
  }

  /// The closure that assigns bit-fields.
  private func assigning(_ typeName: String) -> String? {
    let statements = { (writer: String, record: String) in
      assigned.map { "unsafe \(record).pointee.\($0.spelling) = \(writer).ones()" }
    }
    if assigned.isEmpty { return nil }
    if assigned.count > LongList.mostElements {
      return parts(
        of: statements("writer", "record"), "writer", "LayoutWriter",
        record: "RuntimeInterface.LayoutAddress<\(typeName)>")
    }
    return closure(nil, statements("$0", "$1"))
  }

  private func closure(_ parameters: String?, _ statements: [String]) -> String {
    "{\(parameters.map { " \($0) in" } ?? "")\n" + statements.map { "      \($0)\n" }.joined() + "    }"
  }

  /// A closure whose statements are split into functions.
  private func parts(of statements: [String], _ name: String, _ type: String, record: String) -> String {
    let parts = LongList.parts(of: statements)
    let functions = parts.enumerated().map { number, statements in
      "      @unsafe func part\(number + 1)(_ \(name): inout ArchiveRuntime.\(type), _ record: \(record)) {\n"
        + statements.map { "        \($0)\n" }.joined() + "      }\n"
    }
    return "{ \(name), record in\n" + functions.joined()
      + parts.indices.map { "      unsafe part\($0 + 1)(&\(name), record)\n" }.joined() + "    }"
  }
}

extension LayoutMember {
  /// The member in the layout text: `~flags:b3u@33#2?`.
  ///
  /// - Parameter row: what is said of the row that archives it.
  fileprivate func word(_ row: String) -> String {
    let lead =
      switch access {
      case .reflected: ""
      case .read: "~"
      case .assigned: "="
      }
    return "\(lead)\(name):\(type.word)@\(offset)\(row)\(isOptional ? "?" : "")"
  }
}

extension SchemaLayoutType {
  fileprivate var word: String {
    switch self {
    case .truth: "t"
    case .integer(let bits, let isSigned): "\(isSigned ? "i" : "u")\(bits)"
    case .size(let bits): "z\(bits)"
    case .wrapped(let bits, let isSigned): "e\(bits)\(isSigned ? "s" : "u")"
    case .floating(let bits): "f\(bits)"
    case .bitField(let width, let isSigned): "b\(width)\(isSigned ? "s" : "u")"
    case .array(let count, let element): "[\(count)]\(element.word)"
    case .pointer(let target): "*\(target.word)"
    case .record(let name): "{\(name ?? "")}"
    case .void: "v"
    case .unknown: "-"
    }
  }
}
