import ArchiveModel

/// The model's records by identity, with their merged annotations.
struct RecordIndex {
  let records: [Record]
  private let all: [Record]
  /// Places in `all`.
  private let places: [Record.ID: Int]
  private let annotations: AnnotationMerge

  init(model: HeaderModel, annotations: AnnotationMerge) {
    let invalid = Set(model.headers.lazy.filter { !$0.isValid }.map(\.path))
    records = model.records.filter { !invalid.contains($0.location.file) }
    all = model.records
    places = Dictionary(all.indices.lazy.map { [all] in (all[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
    self.annotations = annotations
  }

  subscript(_ id: Record.ID) -> Record? { places[id].map { all[$0] } }

  func attributes(of record: Record) -> [Attribute] { annotations.types[record.id] ?? [] }

  func attributes(of record: Record, field index: Int) -> [Attribute] {
    annotations.fields[AnnotationMerge.FieldID(record: record.id, index: index)] ?? []
  }
}

extension Record {
  /// As C spells it, for messages: `struct order`, `Point`, `unnamed struct`.
  var displayName: String {
    if let tag { return "\(kind.rawValue) \(tag)" }
    return typedefs.first ?? "unnamed \(kind.rawValue)"
  }
}
