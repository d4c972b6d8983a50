import ArchiveModel

extension RecordIndex {
  /// The tag or typedef, without the module, unless `name("…")` gives another name. An unnamed record has the name of the
  /// member that it is the type of, or of the typedef of a pointer to it.
  func archivedName(of record: Record) -> String {
    if let name = annotations(of: record).name ?? record.name { return name }
    guard let parent = record.parent.flatMap({ self[$0] }) else {
      if case .behindTypedef(let name)? = record.unnameable { return name }
      return ""
    }
    let member = parent.fields.first { $0.type.innermost == .record(record.id) }
    return [archivedName(of: parent), member?.name ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
  }

  /// The name of the innermost named record around an unnamed one.
  func outerName(of record: Record) -> String? {
    var around = record.parent.flatMap { self[$0] }
    while let outer = around, outer.name == nil { around = outer.parent.flatMap { self[$0] } }
    return around?.name
  }
}
