@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// What a cut or damaged property list still holds, each value with its offset. Only values whose bytes are all there are
/// given, and nothing is added to them.
package struct Salvage {
  package struct Found {
    package let offset: Int
    package let length: Int
    /// The object's number, where the offset table or the order of the file tells it.
    package let index: Int?
    /// What it is in words.
    package let text: String
    package let kind: String
  }

  package enum Item {
    case found(Found)
    /// Bytes that are no object.
    case lost(Range<Int>, reason: String)
  }

  /// Goes through the file and gives each item as soon as it is read.
  ///
  /// - Returns: a sentence about the state of the file.
  package static func run(_ source: ArchiveBytes, _ take: (Item) -> Void) -> String {
    let bytes = source.bytes
    if let format = try? PropertyListFormat(of: bytes), case .xml = format {
      return XMLSalvage.run(bytes, take)
    }
    guard bytes.count > BinaryFormat.headerSize, bytes.starts(with: Array("bplist".utf8)) else {
      return sequential(source, from: 0, "it does not begin like a property list; what looks like texts is shown", take)
    }
    if let layout = try? PropertyListLayout(trailerOf: bytes) {
      let document = ArchiveDocument(salvaging: source, layout: layout, hasTable: true)
      if !isShifted(document) { return byTable(document, take) }
      return sequential(
        source, from: BinaryFormat.headerSize,
        "bytes were inserted: its offset table does not fit the objects, which are read in the order of the file", take)
    }
    return sequential(
      source, from: BinaryFormat.headerSize,
      "its trailer is lost or damaged; objects are read in the order of the file", take)
  }

  // MARK: With the offset table

  private static func byTable(_ document: ArchiveDocument, _ take: (Item) -> Void) -> String {
    let view = document.view
    let values = ValueText(document)
    let places = TablePlaces(document)
    var lost = 0
    var doubtful = 0
    var extents: [Range<Int>] = []
    for index in 0..<view.objectCount {
      do throws(ArchiveError) {
        let extent = try document.extent(of: index)
        let node = try view.node(index)
        let isDoubtful = places.areDoubtful(extent)
        if isDoubtful { doubtful += 1 }
        take(
          .found(
            Found(
              offset: extent.lowerBound, length: extent.count, index: index, text: describe(node, document, values),
              kind: (isDoubtful ? "what may be " : "") + node.kindName)))
        extents.append(extent)
      } catch {
        lost += 1
        let offset = (try? view.offset(of: index)) ?? view.layout.offsetTable + index * view.layout.offsetSize
        take(.lost(offset..<(offset + 1), reason: "object \(index): " + error.description))
      }
    }
    // What no object of the table takes.
    extents.sort { $0.lowerBound < $1.lowerBound }
    var end = BinaryFormat.headerSize
    for extent in extents {
      if extent.lowerBound > end { take(.lost(end..<extent.lowerBound, reason: "bytes of no object")) }
      end = max(end, extent.upperBound)
    }
    if end < view.layout.offsetTable { take(.lost(end..<view.layout.offsetTable, reason: "bytes of no object")) }
    return
      "its trailer is intact; \(view.objectCount - lost) of \(NumberText.counted(view.objectCount, "object")) can be read"
      + (doubtful > 0 ? ", \(doubtful) of them at places where no object ends or begins beside them" : "")
  }

  /// Whether the offset table leads to fewer objects than the order of the file, because bytes were inserted before or in it. The
  /// table's begin is then no longer where the trailer says, and what lies at its offsets are inventions.
  private static func isShifted(_ document: ArchiveDocument) -> Bool {
    let layout = document.view.layout
    let trailer = document.view.bytes.count - BinaryFormat.trailerSize
    guard layout.offsetTable + layout.objectCount * layout.offsetSize < trailer else { return false }
    let inPlace = TablePlaces(document).inPlace
    guard inPlace < layout.objectCount else { return false }
    var found = 0
    _ = sequential(document.source, from: BinaryFormat.headerSize, "") { item in
      if case .found = item { found += 1 }
    }
    return found > inPlace
  }

  private static func describe(_ node: PropertyListNode, _ document: ArchiveDocument, _ values: ValueText) -> String {
    func reference(_ position: Int, _ list: PropertyListReferences) -> String {
      guard let index = try? document.view.reference(position, in: list) else { return "?" }
      guard let node = try? document.view.node(index) else { return "object \(index)?" }
      switch node {
      case .array, .set, .dictionary: return "object \(index)"
      default: return (try? values.leaf(node)) ?? "object \(index)"
      }
    }
    switch node {
    case .array(let list), .set(let list):
      let shown = (0..<min(list.count, 16)).map { reference($0, list) }
      return "[" + shown.joined(separator: ", ") + (list.count > 16 ? ", … \(list.count - 16) more" : "") + "]"
    case .dictionary(let dictionary):
      let shown = (0..<min(dictionary.count, 32)).map {
        "\(reference($0, dictionary.keys)): \(reference($0, dictionary.values))"
      }
      return "{" + shown.joined(separator: ", ") + (dictionary.count > 32 ? ", … \(dictionary.count - 32) more" : "")
        + "}"
    default: return (try? values.leaf(node)) ?? "?"
    }
  }

  // MARK: Without it

  /// Reads objects one after another. Where none begins, the next text is looked for, or several objects in a row.
  private static func sequential(_ source: ArchiveBytes, from start: Int, _ state: String, _ take: (Item) -> Void)
    -> String
  {
    let bytes = source.bytes
    let (referenceSize, end) = start > 0 ? sizes(of: source) : (1, bytes.count)
    let document = document(source, referenceSize)
    let values = ValueText(document)
    var offset = start
    // The number of the next object; nil behind a loss.
    var number: Int? = 0
    var isInOrder = start > 0
    var count = 0
    var starts = ObjectStarts()
    while offset < end {
      // The numbers of a table look like objects, and are none.
      if isInOrder, starts.areTable(in: bytes, at: offset) {
        take(.lost(offset..<bytes.count, reason: "the begin of the offset table, which is cut"))
        break
      }
      if isInOrder, let object = object(document, at: offset), object.end <= end {
        starts.append(offset)
        let text =
          isLeaf(object.node)
          ? (try? values.leaf(object.node)) ?? "?" : "its references need the lost offset table"
        take(
          .found(
            Found(
              offset: offset, length: object.end - offset, index: number, text: text, kind: object.node.kindName)))
        (offset, number, count) = (object.end, number.map { $0 + 1 }, count + 1)
        continue
      }
      let begin = offset
      (isInOrder, number) = (false, nil)
      while offset < end, !isText(document, at: offset, from: begin) {
        if start > 0, offset > begin, areObjects(document, at: offset) {
          isInOrder = true
          break
        }
        offset += 1
      }
      if offset > begin { take(.lost(begin..<offset, reason: "no object is recognised here")) }
      if isInOrder { continue }
      guard offset < end, let object = text(document, at: offset) else { break }
      take(
        .found(
          Found(
            offset: offset, length: object.end - offset, index: nil, text: (try? values.leaf(object.node)) ?? "?",
            kind: "what may be \(object.node.kindName)")))
      (offset, count) = (object.end, count + 1)
      isInOrder = start > 0
    }
    return "\(state); found: \(NumberText.counted(count, "object"))"
  }

  /// The size of references, and the end of the objects, in a file whose trailer does not fit it.
  private static func sizes(of source: ArchiveBytes) -> (referenceSize: Int, end: Int) {
    let bytes = source.bytes
    // The trailer may be whole, when bytes before it are missing.
    if bytes.count > BinaryFormat.minimumSize {
      let trailer = bytes[(bytes.count - BinaryFormat.trailerSize)...]
      let fields = UnsafeRawBufferPointer(rebasing: trailer)
      let (offsetSize, referenceSize) = (Int(fields[6]), Int(fields[7]))
      let count = fields.bigEndian(at: 8, as: UInt64.self)
      if fields[..<5].allSatisfy({ $0 == 0 }), 1...8 ~= offsetSize, 1...8 ~= referenceSize, count > 0,
        count <= UInt64((trailer.startIndex - BinaryFormat.headerSize) / (offsetSize + 1))
      {
        return (referenceSize, trailer.startIndex - Int(count) * offsetSize)
      }
    }
    // With a wrong size, what follows a container is taken for something else.
    let sizes = [1, 2, 4, 8]
    let reached = sizes.map { size in
      let document = document(source, size)
      var offset = BinaryFormat.headerSize
      while offset < bytes.count, let object = object(document, at: offset) { offset = object.end }
      return offset
    }
    let best = reached.indices.max { reached[$0] < reached[$1] } ?? 0
    return (sizes[best], bytes.count)
  }

  private static func document(_ source: ArchiveBytes, _ referenceSize: Int) -> ArchiveDocument {
    // There is no greater number than that of an object in each byte.
    ArchiveDocument(
      salvaging: source,
      layout: PropertyListLayout(
        offsetSize: 1, referenceSize: referenceSize, objectCount: source.bytes.count, top: 0,
        offsetTable: source.bytes.count),
      hasTable: false)
  }

  /// The object that begins here, if it is whole: its text is valid, and its references can be to objects of the file.
  private static func object(_ document: ArchiveDocument, at offset: Int) -> (node: PropertyListNode, end: Int)? {
    guard let object = parsed(document, at: offset), isPossible(object.node, document, checking: 1 << 16),
      isValid(object.node, document)
    else { return nil }
    return object
  }

  private static func parsed(_ document: ArchiveDocument, at offset: Int) -> (node: PropertyListNode, end: Int)? {
    guard offset < document.view.bytes.count, let object = try? document.view.parse(at: offset),
      object.end <= document.view.bytes.count
    else { return nil }
    return object
  }

  /// Whether the first references of a container can be to objects of the file.
  private static func isPossible(_ node: PropertyListNode, _ document: ArchiveDocument, checking most: Int) -> Bool {
    let lists: [PropertyListReferences]
    switch node {
    case .array(let list), .set(let list): lists = [list]
    case .dictionary(let dictionary): lists = [dictionary.keys, dictionary.values]
    default: return true
    }
    return lists.allSatisfy { list in
      (0..<min(list.count, most)).allSatisfy { (try? document.view.reference($0, in: list)) != nil }
    }
  }

  /// Whether several objects begin here, one behind the other, and two of them are texts, as chance does not make them. It is asked
  /// at every byte of what is lost, and looks at the beginnings of objects alone.
  private static func areObjects(_ document: ArchiveDocument, at offset: Int) -> Bool {
    var (offset, texts) = (offset, 0)
    for _ in 0..<8 {
      guard let object = parsed(document, at: offset), object.node != .null,
        isPossible(object.node, document, checking: 64)
      else { return false }
      if case .string(let text) = object.node {
        let begin = document.view.bytes[text.offset...].prefix(min(text.count, 64))
        guard text.isASCII, text.count > 1, begin.allSatisfy({ 0x20..<0x7F ~= $0 }) else { return false }
        texts += 1
      }
      offset = object.end
    }
    return texts >= 2
  }

  /// Whether a string begins here, and not in the midst of other text, any part of which looks like a string: behind it
  /// another object or nothing follows, and no character of text stands before it.
  private static func isText(_ document: ArchiveDocument, at offset: Int, from begin: Int) -> Bool {
    guard let object = text(document, at: offset) else { return false }
    let bytes = document.view.bytes
    if offset > begin, 0x20..<0x7F ~= bytes[offset - 1] { return false }
    guard object.end < bytes.count else { return true }
    return (try? document.view.parse(at: object.end)) != nil
  }

  private static func isLeaf(_ node: PropertyListNode) -> Bool {
    switch node {
    case .array, .set, .dictionary: false
    default: true
    }
  }

  private static func isValid(_ node: PropertyListNode, _ document: ArchiveDocument) -> Bool {
    guard case .string(let text) = node else { return true }
    return (try? document.view.utf8Count(text)) != nil
  }

  /// A text of at least four characters, all of which people write.
  private static func text(_ document: ArchiveDocument, at offset: Int) -> (node: PropertyListNode, end: Int)? {
    let marker = document.view.bytes[offset] & 0xF0
    guard marker == ObjectMarker.asciiString || marker == ObjectMarker.utf16String,
      let object = try? document.view.parse(at: offset), case .string(let text) = object.node, text.count >= 4
    else { return nil }
    // A long text is checked by its beginning, so that damage does not cost more than the file's length.
    let begin = PropertyListText(offset: text.offset, count: min(text.count, 64), isASCII: text.isASCII)
    guard let string = try? document.view.string(begin),
      string.unicodeScalars.allSatisfy({
        $0.value >= 0x20 && $0.value != 0x7F || $0 == "\n" || $0 == "\t" || $0 == "\r"
      }),
      text.isASCII
        || string.unicodeScalars.allSatisfy({
          $0.properties.generalCategory != .unassigned && $0.properties.generalCategory != .privateUse
        }),
      text.isASCII || !isTextOfBytes(document.view.bytes[text.offset..<(text.offset + begin.count * 2)]),
      text.count <= 64 || (try? document.view.utf8Count(text)) != nil
    else { return nil }
    return object
  }

  /// Whether most of what may be UTF-16 is text in one byte a character: two of ASCII look like one of Chinese.
  private static func isTextOfBytes(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    func isASCII(_ byte: UInt8) -> Bool { 0x20..<0x7F ~= byte || byte == 0x0A || byte == 0x09 || byte == 0x0D }
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2)
    let pairs = units.count { isASCII(bytes[$0]) && isASCII(bytes[$0 + 1]) }
    return pairs * 8 >= bytes.count * 3
  }
}
