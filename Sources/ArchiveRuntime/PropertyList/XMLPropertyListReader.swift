import Foundation

/// Converts an XML property list to a binary one, without recursion.
///
/// The elements are those of Apple's property list DTD. What it leaves open is as in CoreFoundation's reader: carriage
/// returns are kept, attributes are ignored, and a dictionary with the single key `CF$UID` is a reference. As in a
/// binary list, duplicate keys are detected when the dictionary is read.
package struct XMLPropertyListReader: ~Copyable {
  /// An open dictionary or array.
  private struct Frame {
    let tag: XMLTag
    /// The index in `references` of its first reference: elements, or keys and values in turn.
    let start: Int
    /// Whether a dictionary's key has been read, but not its value.
    var awaitsValue = false
    /// Whether the first key is `CF$UID`.
    var beginsWithUID = false
    /// The integer under `CF$UID`, until it is known whether the dictionary is a reference.
    var uid: WideInteger?
  }

  private var scanner: XMLScanner
  private var writer = PropertyListWriter()
  private let limits: PropertyListLimits
  private var frames: [Frame] = []
  private var references: [PropertyListWriter.Reference] = []
  private var top: PropertyListWriter.Reference?

  /// - Throws: `corrupt` with the byte offset in `data`, or `limitExceeded`.
  package static func rewrite(
    _ data: Data, encoding: XMLEncoding, limits: PropertyListLimits
  ) throws(ArchiveError) -> Data {
    let source = try XMLSource(data, encoding: encoding)
    do throws(ArchiveError) {
      return try source.utf8.withBytes { (bytes) throws(ArchiveError) in
        var reader = XMLPropertyListReader(XMLScanner(bytes, from: source.start), limits: limits)
        let top = try reader.readDocument()
        return try reader.finish(top: top)
      }
    } catch {
      throw source.located(error)
    }
  }

  private init(_ scanner: consuming XMLScanner, limits: PropertyListLimits) {
    self.scanner = scanner
    self.limits = limits
  }

  private consuming func finish(top: PropertyListWriter.Reference) throws(ArchiveError) -> Data {
    try writer.finish(top: top)
  }

  // MARK: Structure

  private mutating func readDocument() throws(ArchiveError) -> PropertyListWriter.Reference {
    var plist: XMLTag?
    var isClosed = false
    while let tag = try scanner.nextTag() {
      if tag.element == .plist {
        switch tag.form {
        case .opening where plist == nil && top == nil && frames.isEmpty: plist = tag
        case .closing where plist != nil && frames.isEmpty && !isClosed: isClosed = true
        default: throw .corrupt(offset: tag.offset, reason: "a plist tag out of place")
        }
      } else {
        guard !isClosed else { throw .corrupt(offset: tag.offset, reason: "an element after the end of the list") }
        try read(tag)
      }
    }
    if let open = frames.last { throw XMLScanner.cutShort(open.tag) }
    if let plist, !isClosed { throw XMLScanner.cutShort(plist) }
    guard let top else { throw .corrupt(offset: scanner.position, reason: "the property list holds no value") }
    return top
  }

  private mutating func read(_ tag: XMLTag) throws(ArchiveError) {
    switch (tag.element, tag.form) {
    case (.dict, .closing), (.array, .closing): try close(tag)
    case (_, .closing): throw .corrupt(offset: tag.offset, reason: "'\(tag.element.rawValue)' ends without a beginning")
    case (.key, _): try readKey(tag)
    case (.dict, _), (.array, _):
      guard frames.count < limits.maximumXMLNesting else {
        throw .limitExceeded(limit: "maximumNesting", value: frames.count + 1, maximum: limits.maximumXMLNesting)
      }
      try checkPlace(of: tag)
      frames.append(Frame(tag: tag, start: references.count))
      if tag.form == .empty { try close(tag) }
    case (.integer, _): try readInteger(tag)
    default:
      try checkPlace(of: tag)
      try scanner.readText(of: tag)
      try place(try leaf(tag), at: tag)
    }
  }

  private mutating func readKey(_ tag: XMLTag) throws(ArchiveError) {
    guard let frame = frames.last, frame.tag.element == .dict, !frame.awaitsValue else {
      throw .corrupt(offset: tag.offset, reason: "a key where none is allowed")
    }
    if let number = frame.uid {
      frames[frames.count - 1].uid = nil
      references.append(writer.wide(number))
    }
    try scanner.readText(of: tag)
    let text = scanner.text
    frames[frames.count - 1].awaitsValue = true
    frames[frames.count - 1].beginsWithUID = references.count == frame.start && text.elementsEqual("CF$UID".utf8)
    references.append(try string(at: tag))
  }

  /// Closes the innermost container.
  private mutating func close(_ tag: XMLTag) throws(ArchiveError) {
    guard let frame = frames.popLast(), frame.tag.element == tag.element else {
      throw .corrupt(offset: tag.offset, reason: "'\(tag.element.rawValue)' ends without a beginning")
    }
    guard !frame.awaitsValue else { throw .corrupt(offset: tag.offset, reason: "a key without a value") }
    // A slice is not kept, because removing the members would then copy all open ones.
    let members = frame.start..<references.count
    let container: PropertyListWriter.Reference
    if let number = frame.uid {
      guard let uid = number.uint64.flatMap({ Int(exactly: $0) }) else {
        throw .corrupt(offset: frame.tag.offset, reason: "a reference number that is negative or beyond \(Int.max)")
      }
      container = writer.uid(uid)
    } else if tag.element == .array {
      container = writer.array(members.map { references[$0] })
    } else {
      let keys = stride(from: members.lowerBound, to: members.upperBound, by: 2).map { references[$0] }
      let values = stride(from: members.lowerBound + 1, to: members.upperBound, by: 2).map { references[$0] }
      container = writer.dictionary(keys: keys, values: values)
    }
    references.removeLast(references.count - frame.start)
    try place(container, at: frame.tag)
  }

  /// Checks that a value may occur at this location.
  private func checkPlace(of tag: XMLTag) throws(ArchiveError) {
    if let frame = frames.last {
      guard frame.tag.element == .array || frame.awaitsValue else {
        throw .corrupt(offset: tag.offset, reason: "a value without a key")
      }
    } else if top != nil {
      throw .corrupt(offset: tag.offset, reason: "a second value at the top")
    }
  }

  /// Adds a finished value to its container.
  private mutating func place(_ value: PropertyListWriter.Reference, at tag: XMLTag) throws(ArchiveError) {
    if frames.isEmpty {
      top = value
    } else {
      references.append(value)
      frames[frames.count - 1].awaitsValue = false
    }
  }

  // MARK: Leaves

  private mutating func readInteger(_ tag: XMLTag) throws(ArchiveError) {
    try checkPlace(of: tag)
    try scanner.readText(of: tag)
    guard let number = XMLNumber.integer(scanner.text) else { throw malformed(tag) }
    if let frame = frames.last, frame.beginsWithUID, references.count == frame.start + 1 {
      frames[frames.count - 1].uid = number
      frames[frames.count - 1].awaitsValue = false
    } else {
      try place(writer.wide(number), at: tag)
    }
  }

  /// The value of the element whose text was just read.
  private mutating func leaf(_ tag: XMLTag) throws(ArchiveError) -> PropertyListWriter.Reference {
    switch tag.element {
    case .string: return try string(at: tag)
    case .true, .false:
      guard XMLNumber.trimmed(scanner.text).isEmpty else { throw malformed(tag) }
      return writer.bool(tag.element == .true)
    case .real:
      guard let number = XMLNumber.real(scanner.text) else { throw malformed(tag) }
      return writer.real64(bitPattern: number.bitPattern)
    case .date:
      guard let seconds = XMLDate.seconds(scanner.text) else { throw malformed(tag) }
      return writer.date(bitPattern: seconds.bitPattern)
    case .data:
      let text = scanner.text
      guard let count = Base64.decodedCount(text) else { throw malformed(tag) }
      return try writer.data(byteCount: count) { (target) throws(ArchiveError) in Base64.decode(text, into: target) }
    case .plist, .dict, .key, .array, .integer: throw malformed(tag)
    }
  }

  private mutating func string(at tag: XMLTag) throws(ArchiveError) -> PropertyListWriter.Reference {
    guard let reference = writer.string(utf8: scanner.text) else { throw malformed(tag) }
    return reference
  }

  private func malformed(_ tag: XMLTag) -> ArchiveError {
    .corrupt(offset: tag.offset, reason: "the text of the element '\(tag.element.rawValue)' is not its kind of value")
  }
}
