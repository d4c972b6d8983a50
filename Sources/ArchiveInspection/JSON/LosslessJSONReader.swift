@_spi(GeneratedCode) import ArchiveRuntime
import Foundation
import UntypedArchive

/// Makes the property list that a JSON text of `LosslessJSONWriter` describes; any other JSON text is a list of its own
/// values.
package struct LosslessJSONReader: ~Copyable {
  package struct Result {
    /// A binary property list.
    package let data: Data
    /// The format that the original had.
    package let format: ArchiveDocument.Format
    /// Whether the text has a layout, and the values are no longer those that it is of.
    package let hasOtherLayout: Bool
  }

  private var reader: JSONReader
  private var assembler: ListAssembler

  /// - Throws: `JSONError`, `ArchiveError`.
  package static func read(_ bytes: UnsafeRawBufferPointer) throws -> Result {
    var reader = JSONReader(bytes)
    var format = ArchiveDocument.Format.binary
    var layout: ListLayout?
    let start = reader
    guard try reader.next() == .beginObject, try reader.next() == .key("archivegen") else {
      var own = LosslessJSONReader(reader: start, assembler: ListAssembler(nil))
      try own.readValue(try own.reader.next())
      guard try own.reader.next() == .end else { throw own.reader.error("something follows the value") }
      return Result(data: try own.finish().data, format: .binary, hasOtherLayout: false)
    }
    guard try reader.next() == .number("1") else {
      throw reader.error("this is JSON of a later archivegen; this one knows the version 1")
    }
    var made: (data: Data, isLaidOut: Bool)?
    while true {
      let token = try reader.next()
      guard case .key(let key) = token else { break }
      switch key {
      case "format":
        guard case .string(let name) = try reader.next(), let known = ArchiveDocument.Format(rawValue: name) else {
          throw reader.error("'format' is \"binary\" or \"xml\"")
        }
        format = known
      case "layout": layout = try Self.layout(&reader)
      case "list":
        var own = LosslessJSONReader(reader: reader, assembler: ListAssembler(layout))
        try own.readValue(try own.reader.next())
        reader = own.reader
        made = try own.finish()
      default: try Self.skip(&reader)
      }
    }
    guard try reader.next() == .end else { throw reader.error("something follows the value") }
    guard let made else { throw reader.error("there is no 'list'") }
    return Result(data: made.data, format: format, hasOtherLayout: layout != nil && !made.isLaidOut)
  }

  private init(reader: JSONReader, assembler: consuming ListAssembler) {
    self.reader = reader
    self.assembler = assembler
  }

  private consuming func finish() throws(ArchiveError) -> (data: Data, isLaidOut: Bool) { try assembler.finish() }

  private static func skip(_ reader: inout JSONReader) throws(JSONError) {
    var depth = 0
    repeat {
      switch try reader.next() {
      case .beginArray, .beginObject: depth += 1
      case .endArray, .endObject: depth -= 1
      case .end: throw reader.error("the text ends too early")
      default: break
      }
    } while depth > 0
  }

  // MARK: Layout

  private static func layout(_ reader: inout JSONReader) throws(JSONError) -> ListLayout {
    guard try reader.next() == .beginObject else { throw reader.error("'layout' is an object") }
    var layout = ListLayout()
    while case .key(let key) = try reader.next() {
      switch key {
      case "offsetSize": layout.offsetSize = try number(&reader)
      case "referenceSize": layout.referenceSize = try number(&reader)
      case "leaves": layout.leaves = try pairs(&reader).map { ListLayout.Run(first: $0.0, count: $0.1) }
      case "containers": layout.containers = try pairs(&reader).map { ListLayout.Run(first: $0.0, count: $0.1) }
      case "apart":
        guard try reader.next() == .beginArray else { throw reader.error("'apart' is an array") }
        while case .number(let digits) = try reader.next() {
          guard let slot = Int(digits) else { throw reader.error("a whole number is expected here") }
          layout.apart.append(slot)
        }
      case "uidSize": layout.uidSize = min(max(try number(&reader), 1), 8)
      case "leafForms": layout.leafForms = try forms(&reader).map { (slot: $0.0, form: $0.1) }
      case "containerForms": layout.containerForms = try forms(&reader).map { (number: $0.0, form: $0.1) }
      case "unused": layout.unused = try unused(&reader)
      case "same": layout.same = try pairs(&reader).map { (slot: $0.0, leaf: max($0.1, 0)) }
      default: try skip(&reader)
      }
    }
    return layout
  }

  private static func unused(_ reader: inout JSONReader) throws(JSONError) -> [(index: Int, bytes: [UInt8])] {
    guard try reader.next() == .beginArray else { throw reader.error("'unused' is an array") }
    var unused: [(index: Int, bytes: [UInt8])] = []
    while case .beginArray = try reader.next() {
      let index = try number(&reader)
      guard case .string(let digits) = try reader.next(), let bytes = TypedList.hexadecimal(digits), !bytes.isEmpty,
        try reader.next() == .endArray
      else { throw reader.error("an index and the hexadecimal digits of an object are expected here") }
      unused.append((index, bytes))
    }
    return unused
  }

  private static func forms(_ reader: inout JSONReader) throws(JSONError) -> [(Int, ObjectForm)] {
    guard try reader.next() == .beginArray else { throw reader.error("an array of pairs is expected here") }
    var forms: [(Int, ObjectForm)] = []
    while case .beginArray = try reader.next() {
      let place = try number(&reader)
      guard case .string(let text) = try reader.next(), let form = ObjectForm(text), try reader.next() == .endArray
      else {
        throw reader.error("a number and the form of an object are expected here")
      }
      forms.append((place, form))
    }
    return forms
  }

  private static func number(_ reader: inout JSONReader) throws(JSONError) -> Int {
    guard case .number(let digits) = try reader.next(), let number = Int(digits) else {
      throw reader.error("a whole number is expected here")
    }
    return number
  }

  private static func pairs(_ reader: inout JSONReader) throws(JSONError) -> [(Int, Int)] {
    guard try reader.next() == .beginArray else { throw reader.error("an array of pairs is expected here") }
    var pairs: [(Int, Int)] = []
    while case .beginArray = try reader.next() {
      pairs.append((try number(&reader), try number(&reader)))
      guard try reader.next() == .endArray else { throw reader.error("a pair is expected here") }
    }
    return pairs
  }

  // MARK: Values

  private enum Frame { case array, dictionary, set, pairs }

  private mutating func readValue(_ first: JSONToken) throws {
    var frames: [Frame] = []
    var token = first
    while true {
      switch token {
      case .beginArray:
        assembler.begin(ObjectMarker.array)
        frames.append(.array)
      case .beginObject:
        let next = try reader.next()
        guard case .key(let key) = next, LosslessJSONWriter.tags.contains(key) else {
          assembler.begin(ObjectMarker.dictionary)
          frames.append(.dictionary)
          token = next
          continue
        }
        if let frame = try tagged(key) { frames.append(frame) }
      case .key(let key): assembler.leaf { $0.append(stringObject: key) }
      case .endArray:
        assembler.end()
        let frame = frames.popLast()
        if frame == .set || frame == .pairs {
          guard try reader.next() == .endObject else { throw reader.error("the object has a tag, and nothing else") }
        }
      case .endObject:
        assembler.end()
        frames.removeLast()
      case .null: assembler.leaf { $0.append(ObjectMarker.null) }
      case .bool(let value): assembler.leaf { $0.append(value ? ObjectMarker.true : ObjectMarker.false) }
      case .number(let digits): try number(digits)
      case .string(let text): assembler.leaf { $0.append(stringObject: text) }
      case .end: throw reader.error("the text ends too early")
      }
      if frames.isEmpty { return }
      token = try reader.next()
    }
  }

  private mutating func number(_ digits: String) throws(JSONError) {
    if let value = Int64(digits) {
      assembler.leaf { $0.append(integerObject: value) }
    } else if digits.utf8.contains(where: { !(0x30...0x39 ~= $0) && $0 != UInt8(ascii: "-") }) {
      guard let value = Double(digits), value.isFinite else { throw reader.error("'\(digits)' is no number") }
      real(value.bitPattern)
    } else {
      try wide(digits)
    }
  }

  private mutating func real(_ bits: UInt64) {
    assembler.leaf {
      $0.append(ObjectMarker.real | 3)
      $0.append(bigEndian: bits)
    }
  }

  private mutating func wide(_ digits: String) throws(JSONError) {
    guard let bytes = TypedList.bytes(of: .number(digits), .integer(bits: 128, isSigned: true)) else {
      throw reader.error("'\(digits)' is no integer of 128 bits")
    }
    if let small = Int64(digits) { return assembler.leaf { $0.append(integerObject: small) } }
    assembler.leaf {
      $0.append(ObjectMarker.integer | 4)
      for byte in bytes.reversed() { $0.append(byte) }
    }
  }

  private mutating func string() throws(JSONError) -> String {
    guard case .string(let text) = try reader.next() else { throw reader.error("a string is expected here") }
    return text
  }

  private mutating func whole() throws(JSONError) -> Int {
    guard case .number(let digits) = try reader.next(), let number = Int(digits), number >= 0 else {
      throw reader.error("a number from 0 on is expected here")
    }
    return number
  }

  private mutating func endTag() throws(JSONError) {
    guard try reader.next() == .endObject else { throw reader.error("the object has a tag, and nothing else") }
  }

  /// The value of an object whose first key is a tag.
  private mutating func tagged(_ tag: String) throws -> Frame? {
    switch tag {
    case "$ref": uid(try whole())
    case "$again":
      let number = try whole()
      guard assembler.again(number) else { throw reader.error("no container \(number) begins before") }
    case "$int": try wide(try string())
    case "$real": real(try bits(.floating(.double)))
    case "$f32":
      let bits = try bits(.floating(.single))
      assembler.leaf {
        $0.append(ObjectMarker.real | 2)
        $0.append(bigEndian: UInt32(truncatingIfNeeded: bits))
      }
    case "$date": return try date()
    case "$data":
      guard let data = Data(base64Encoded: try string()) else { throw reader.error("this is no base64") }
      append(data)
    case "$utf16", "$ascii":
      guard let bytes = TypedList.hexadecimal(try string()), tag == "$ascii" || bytes.count % 2 == 0 else {
        throw reader.error("hexadecimal digits are expected here")
      }
      let marker = tag == "$ascii" ? ObjectMarker.asciiString : ObjectMarker.utf16String
      assembler.leaf {
        $0.append(marker, size: tag == "$ascii" ? bytes.count : bytes.count / 2)
        for byte in bytes { $0.append(byte) }
      }
    case "$values": return try values()
    case "$texts":
      guard try reader.next() == .beginArray else { throw reader.error("'$texts' is an array") }
      var bytes: [UInt8] = []
      while case .string(let text) = try reader.next() {
        guard !text.utf8.contains(0) else { throw reader.error("a text with a NUL") }
        bytes += Array(text.utf8) + [0]
      }
      append(Data(bytes))
    case "$set", "$dict":
      guard try reader.next() == .beginArray else { throw reader.error("'\(tag)' is an array") }
      assembler.begin(tag == "$set" ? ObjectMarker.set : ObjectMarker.dictionary)
      return tag == "$set" ? .set : .pairs
    default: throw reader.error("there is no tag '\(tag)'")
    }
    try endTag()
    return nil
  }

  private mutating func uid(_ number: Int) {
    let size = max(assembler.uidSize, BinaryFormat.width(holding: number))
    assembler.leaf {
      $0.append(ObjectMarker.uid | UInt8(truncatingIfNeeded: size - 1))
      for byte in (0..<size).reversed() { $0.append(UInt8(truncatingIfNeeded: number >> (byte * 8))) }
    }
  }

  private mutating func append(_ data: Data) {
    assembler.leaf(isData: true) { buffer in
      buffer.append(ObjectMarker.data, size: data.count)
      data.withUnsafeBytes { buffer.append($0) }
    }
  }

  private mutating func bits(_ type: ElementType.Number) throws(JSONError) -> UInt64 {
    let token = try reader.next()
    guard let bytes = TypedList.bytes(of: token, type) else { throw reader.error("a real number is expected here") }
    return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func date() throws(JSONError) -> Frame? {
    var seconds: UInt64?
    switch try reader.next() {
    case .string(let text):
      let utf8 = Array(text.utf8)
      seconds = utf8.withUnsafeBytes { XMLDate.seconds($0) }?.bitPattern
    case .null: break
    default: throw reader.error("a date or null is expected here")
    }
    if case .key(let key) = try reader.next() {
      guard key == "seconds" else { throw reader.error("'seconds' is expected here") }
      seconds = try bits(.floating(.double))
      try endTag()
    }
    guard let seconds else { throw reader.error("a date as 2001-01-31T12:00:00Z, or 'seconds', is expected") }
    assembler.leaf {
      $0.append(ObjectMarker.date)
      $0.append(bigEndian: seconds)
    }
    return nil
  }

  private mutating func values() throws(JSONError) -> Frame? {
    guard let array = ArchivedArray(name: try string()) else {
      throw reader.error("this is no type of archived values")
    }
    guard try reader.next() == .key("list"), try reader.next() == .beginArray else {
      throw reader.error("'list' is expected here, with the values")
    }
    var bytes: [UInt8] = []
    while true {
      let token = try reader.next()
      if token == .endArray { break }
      if let problem = TypedList.append(token, as: array, to: &bytes) { throw reader.error(problem) }
    }
    append(Data(bytes))
    try endTag()
    return nil
  }
}
