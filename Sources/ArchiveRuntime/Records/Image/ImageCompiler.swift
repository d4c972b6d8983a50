import Foundation

/// Makes the images of a type: archives records that have every set of keys, and finds the fields' places in them.
struct ImageCompiler {
  private let plan: RecordPlan

  /// Beyond these a record is not small, and the images take memory in every program that has the type.
  private static let mostLeaves = 512
  private static let mostBytes = 16_384
  private static let mostImages = 16

  /// The images of a type; nil if the layout of its archives depends on more than tags, or if numbers in their types' width
  /// would make them larger by more than a fifth.
  static func images(_ plan: RecordPlan) -> RecordImages? {
    let fields = plan.fields
    guard plan.links.isEmpty, !plan.hasVersions, !plan.name.isEmpty, !fields.leaves.isEmpty,
      fields.leaves.count <= mostLeaves, plan.size > 0, plan.size <= mostBytes
    else { return nil }
    for leaf in fields.leaves where !hasFixedLayout(leaf.value) { return nil }
    return ImageCompiler(plan: plan).images()
  }

  private static func hasFixedLayout(_ value: Leaf.Value) -> Bool {
    switch value {
    case .scalar(let cell): cell.number.map { $0 == .bool || ImageNumber.Form($0) != nil } ?? false
    case .wide, .text: true
    case .array(_, .packed): true
    case .array(_, .native): ByteOrder.host == .little
    case .array(_, .elements): false
    case .records(let array):
      array.form == .columns && array.plan.columns.ofMembers.isEmpty && array.plan.columns.unions.isEmpty
        && array.plan.columns.migrations.isEmpty
    }
  }

  private func images() -> RecordImages? {
    let (tags, combinations) = tagValues()
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(plan.size, 1), alignment: plan.alignment)
    defer { memory.deallocate() }
    guard let record = memory.baseAddress else { return nil }
    var images: [RecordImage] = []
    for values in combinations {
      memory.initializeMemory(as: UInt8.self, repeating: 0)
      for leaf in plan.fields.leaves {
        for column in leaf.columns + leaf.memberColumns.map(\.column) {
          Self.putAllowedValue(column.cell, into: record)
        }
      }
      for (tag, value) in zip(tags, values) where value >= 0 { _ = tag.store(Int(value), in: record) }
      guard zip(tags, values).allSatisfy({ tag, value in tag.value(record) == value }) else { continue }
      // Tags that no record may have together are an error here, too.
      guard let archive = try? plan.archiveInFixedWidths(record) else { continue }
      guard let image = try? image(archive, record, values) else { return nil }
      images.append(image)
    }
    return RecordImages(tags, images, size: plan.size, alignment: plan.alignment)
  }

  /// The tags that decide about keys, and which values they have together.
  private func tagValues() -> (tags: [IntegerCell], combinations: [[Int64]]) {
    var tags: [IntegerCell] = []
    var values: [[Int64]] = []
    func add(_ tag: IntegerCell, _ more: some Sequence<Int64>) {
      let index = tags.firstIndex(of: tag) ?? tags.count
      if index == tags.count {
        tags.append(tag)
        values.append([])
      }
      values[index] = Set(values[index]).union(more).sorted()
    }
    for union in plan.fields.unions { add(union.tag, union.values) }
    for leaf in plan.fields.leaves { for test in leaf.tests { add(test.tag, test.values) } }
    var combinations: [[Int64]] = [[]]
    for own in values {
      guard combinations.count * own.count <= Self.mostImages else { return (tags, []) }
      combinations = combinations.flatMap { start in own.map { start + [$0] } }
    }
    return (tags, combinations)
  }

  /// Zero may be none of an enumeration's values.
  private static func putAllowedValue(_ cell: ElementAccess, into record: UnsafeMutableRawPointer) {
    guard let closed = cell.closed, let value = closed.values.contains(0) ? 0 : closed.values.min() else { return }
    var bytes = [UInt8](repeating: 0, count: cell.byteCount)
    for index in bytes.indices {
      bytes[index] = UInt8(truncatingIfNeeded: value >> Int64(8 * min(index % closed.size, 7)))
    }
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      _ = cell.scatter(start, count: 1, to: record, stride: 0)
    }
  }

  /// The image of so many records in columns; nil if it is too large.
  static func image(of count: Int, _ plan: RecordPlan) -> RecordImage? {
    let size = plan.size
    guard count * max(size, plan.columns.byteCount) <= mostBytes else { return nil }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count * size, alignment: plan.alignment)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    guard let records = memory.baseAddress else { return nil }
    for row in 0..<count {
      for column in plan.columns.all { putAllowedValue(column.cell, into: records + row * size) }
    }
    guard let archive = try? plan.archiveInColumns(records, count: count), archive.count <= mostBytes,
      let list = try? PropertyList(archive)
    else { return nil }
    return try? list.read { (view) throws(ArchiveError) in
      guard var places = try ImagePlaces(view) else { return nil }
      for column in plan.columns.all {
        guard try places.addBytes(column.cell, "[].\(column.name)", rows: count) else { return nil }
      }
      return RecordImage(
        archive, mask: places.mask, numbers: [], others: places.others, tagValues: [], recordCount: count,
        stride: size)
    }
  }

  /// nil if a place is not found, or the image is too large.
  private func image(
    _ archive: Data, _ record: UnsafeRawPointer, _ tagValues: [Int64]
  ) throws(ArchiveError) -> RecordImage? {
    guard archive.count <= Self.mostBytes else { return nil }
    let list = try PropertyList(archive)
    return try list.read { (view) throws(ArchiveError) in
      guard var places = try ImagePlaces(view) else { return nil }
      var isGroupDone = Set<Int>()
      for leaf in plan.fields.leaves where leaf.isThere(record) {
        if let index = leaf.group {
          guard isGroupDone.insert(index).inserted else { continue }
          let group = plan.fields.groups[index]
          guard try places.add(group.cell, group.key) else { return nil }
          continue
        }
        switch leaf.value {
        case .scalar(let cell):
          guard try places.add(cell, leaf.key) else { return nil }
          continue
        case .text(let cell, let encoding):
          guard try places.addText(cell, encoding, leaf.key) else { return nil }
          continue
        default: break
        }
        for column in leaf.columns.isEmpty ? leaf.memberColumns.map(\.column) : leaf.columns {
          guard try places.addBytes(column.cell, column.name) else { return nil }
        }
      }
      guard places.growth * 6 <= archive.count else { return nil }
      let texts = places.texts.isEmpty ? nil : ImageTexts(places.texts, in: view)
      guard places.texts.isEmpty || texts != nil else { return nil }
      return RecordImage(
        archive, mask: places.mask, numbers: places.numbers, others: places.others, texts, tagValues: tagValues)
    }
  }
}

/// Where the values of a root's keys are in an archive.
private struct ImagePlaces {
  private let view: PropertyListView
  private let objects: PropertyListReferences
  private let root: PropertyListDictionary
  private let keys: KeyTable
  private(set) var mask: [UInt8]
  private(set) var numbers: [ImageNumber] = []
  private(set) var others: [RecordImage.Other] = []
  private(set) var texts: [ImageTexts.Text] = []
  /// The bytes that numbers take beyond those of a value of half their type's width, empty texts beyond one object for all, and
  /// offsets beyond what the image's length needs.
  private(set) var growth = 0

  init?(_ view: PropertyListView) throws(ArchiveError) {
    guard case .dictionary(let file) = try view.node(view.top),
      let position = try KeyTable(file, in: view).position(of: "$objects"),
      case .array(let objects) = try view.node(try view.reference(position, in: file.values)),
      case .dictionary(let root) = try view.node(try view.reference(1, in: objects))
    else { return nil }
    self.view = view
    self.objects = objects
    self.root = root
    keys = try KeyTable(root, in: view)
    mask = Array(repeating: 0xFF, count: view.bytes.count)
  }

  /// Finds a number.
  mutating func add(_ cell: ElementAccess, _ key: String) throws(ArchiveError) -> Bool {
    guard let number = cell.number, let position = keys.position(of: KeyedArchiveFormat.mangled(key)) else {
      return false
    }
    let index = try view.reference(position, in: root.values)
    let form: ImageNumber.Form
    let place: Int
    if case .bool = number {
      // The value is which of two objects is referred to, and the first one is false.
      guard try view.node(index) == .bool(false), try view.node(index + 1) == .bool(true), index & 0xFF < 0xFF else {
        return false
      }
      form = .bool(no: UInt8(truncatingIfNeeded: index), yes: UInt8(truncatingIfNeeded: index + 1))
      place = root.values.offset + (position + 1) * view.layout.referenceSize - 1
    } else {
      guard let fixed = ImageNumber.Form(number) else { return false }
      form = fixed
      place = try view.offset(of: index) + 1
      guard view.bytes[place - 1] & 0x0F == UInt8(truncatingIfNeeded: form.byteCount.trailingZeroBitCount) else {
        return false
      }
      if case .integer = number { growth += form.byteCount - max(number.archivedSize / 2, 1) }
    }
    hide(place, form.byteCount)
    if let quick = ImageNumber(cell, form, at: place) {
      numbers.append(quick)
    } else {
      others.append(RecordImage.Other(cell: cell, place: place, form: form))
    }
    return true
  }

  /// Finds a byte string with the values of so many records.
  mutating func addBytes(_ cell: ElementAccess, _ key: String, rows: Int = 1) throws(ArchiveError) -> Bool {
    guard let position = keys.position(of: KeyedArchiveFormat.mangled(key)),
      case .data(let range) = try view.node(try view.reference(position, in: root.values)),
      range.count == rows * cell.byteCount
    else { return false }
    if range.isEmpty { return true }
    hide(range.lowerBound, range.count)
    others.append(RecordImage.Other(cell: cell, place: range.lowerBound, form: nil))
    return true
  }

  /// Finds a text, which is empty.
  mutating func addText(_ cell: ElementAccess, _ encoding: TextEncoding, _ key: String) throws(ArchiveError) -> Bool {
    guard let position = keys.position(of: KeyedArchiveFormat.mangled(key)),
      case .uid(let number) = try view.node(try view.reference(position, in: root.values))
    else { return false }
    let object = try view.reference(number, in: objects)
    guard case .string(let text) = try view.node(object), text.count == 0 else { return false }
    if !texts.isEmpty {
      growth += 1 + view.layout.offsetSize
    } else if view.layout.offsetTable <= UInt8.max {
      growth += view.objectCount
    }
    texts.append(
      ImageTexts.Text(
        offset: cell.offset, room: cell.byteCount, encoding: encoding, place: try view.offset(of: object),
        object: object))
    return true
  }

  private mutating func hide(_ start: Int, _ count: Int) {
    for index in start..<start + count { mask[index] = 0 }
  }
}

extension RecordPlan {
  /// The archive of a record as the general way writes it for types with images.
  fileprivate func archiveInFixedWidths(_ record: UnsafeRawPointer) throws(ArchiveError) -> Data {
    var sink = PropertyListSink(keys.object == nil ? .written : .block)
    sink.hasFixedWidths = true
    sink.reserveRoot()
    try sink.write(record, by: self)
    return try sink.finishRoot(keys.object, name: name)
  }

  /// The archive of an array of records as the general way writes it.
  fileprivate func archiveInColumns(_ records: UnsafeRawPointer, count: Int) throws(ArchiveError) -> Data {
    var sink = PropertyListSink(.block)
    sink.reserveRoot()
    try sink.writeColumns(records, count: count, key: "", by: self)
    return try sink.finishRoot(keys.array, name: name + "[]")
  }
}
