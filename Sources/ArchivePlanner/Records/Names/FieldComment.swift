/// What a field's comment says about the target of a pointer.
struct FieldComment {
  /// The words in lower case.
  private let words: [String]
  /// The words as they are written.
  private let names: Set<String>
  private let hasBrackets: Bool
  private let text: String

  init(_ text: String) {
    self.text = text
    hasBrackets = text.firstPair("[]") != nil
    let found = text.utf8.split { !$0.isWordByte }.map { String(Substring($0)) }
    names = Set(found)
    words = found.map { $0.lowercased() }
  }

  static let none = FieldComment("")

  /// Names beside an operator: "n * 3". They are computed on demand, because few comments need them.
  private var operands: Set<String> {
    var found: Set<String> = []
    let text = Array(text.utf8)
    for place in text.indices where place > 0 && "*+-/".utf8.contains(text[place]) {
      // "NUL-terminated" is no difference, and "[0, n-1]" is.
      if text[place] == UInt8(ascii: "-"), text.indices.contains(place + 1), text[place + 1].isWordByte,
        !(48...57).contains(text[place + 1]), text[place - 1].isWordByte
      {
        continue
      }
      let behind = text[(place + 1)...].drop { $0 == UInt8(ascii: " ") }.prefix { $0.isWordByte }
      let before = text[..<place].reversed().drop { $0 == UInt8(ascii: " ") }.prefix { $0.isWordByte }
      if behind.isEmpty || before.isEmpty { continue }
      found.insert(String(decoding: behind, as: UTF8.self))
      found.insert(String(decoding: before.reversed(), as: UTF8.self))
    }
    return found
  }

  /// Whether it has the name as a word that is not part of a sum or product.
  func names(_ name: String) -> Bool { name.count > 2 && names.contains(name) && !operands.contains(name) }

  /// "number of entries in `name`", "length of name".
  func isAbout(_ name: String) -> Bool {
    guard names(name) else { return false }
    let name = name.lowercased()
    return has("of", name) || has("in", name) || has("of", "the", name) || has("in", "the", name) || has("by", name)
  }

  /// "length of the field `name`", "number of entries in name".
  func saysSize(of name: String) -> Bool {
    isAbout(name)
      && hasAny(["length", "len", "size", "number", "count", "elements", "entries", "items", "bytes", "dimension"])
  }

  private func has(_ sequence: String...) -> Bool { has(sequence) }

  /// Whether the words follow each other in it.
  func has(_ sequence: [String]) -> Bool {
    guard words.count >= sequence.count else { return false }
    return words.indices.dropLast(sequence.count - 1).contains { start in
      words[start..<(start + sequence.count)].elementsEqual(sequence)
    }
  }

  private func hasAny(_ any: Set<String>) -> Bool { words.contains(where: any.contains) }

  private static let zeros: Set<String> = ["nul", "null", "zero", "0"]

  /// The indices of "terminated" after a word for zero.
  private var terminations: [Int] {
    words.indices.filter { index in
      (words[index] == "terminated" && index > 0 && Self.zeros.contains(words[index - 1]))
        || Self.terminating.contains(words[index])
    }
  }

  private static let terminating: Set<String> = ["asciiz", "sz", "nulterminated", "nullterminated", "zeroterminated"]

  /// "NUL-terminated string".
  var saysTerminatedText: Bool { !terminations.isEmpty && !deniesTermination && !saysSeveral }

  /// "not NUL-terminated", "may hold binary data".
  var deniesTermination: Bool {
    hasAny(["binary", "unterminated"])
      || terminations.contains { place in
        words[max(0, place - 5)..<place].contains {
          ["not", "isn", "without", "never", "necessarily", "t"].contains($0)
        }
      } || has("not", "terminated")
  }

  /// "n x 3": several numbers for each of what is counted, unless it is "n x 1".
  func multiplies(_ counter: String) -> Bool {
    let counter = counter.lowercased()
    return words.indices.dropFirst().dropLast().contains { index in
      guard ["x", "by", "times"].contains(words[index]) else { return false }
      let (left, right) = (words[index - 1], words[index + 1])
      return left == counter && right != "1" || right == counter && left != "1"
    }
  }

  /// Whether the comment of a pointer says that the field counts its elements: "array of n_rows", and not "if n_rows is set".
  func counts(with name: String) -> Bool {
    names(name)
      && (saysSeveral || saysElements || saysBytes
        || hasAny(["length", "len", "size", "sized", "number", "count", "long"]))
  }

  /// Whether the comment asks for more than the elements that are counted: padding, an alignment, "n + 1", a final NULL.
  var asksForMore: Bool {
    let lowered = text.lowercased()
    let words: [StaticString] = ["padded", "padding", "align", "+1", "+ 1", "mmap"]
    return words.contains { lowered.hasBytes(of: $0) }
      || hasAny(["pad", "trailing", "extra", "mapped", "mapping", "sentinel", "deprecated", "unused"])
      || has("plus", "one")
      || has("one", "more")
      || hasAny(["terminated", "terminating", "terminator", "terminates", "termination"]) && !deniesTermination
  }

  /// Whether the elements belong to something else: "points into the buffer".
  var saysElsewhere: Bool {
    hasAny(["into", "inside", "within", "alias", "aliases", "borrowed", "shared", "internal", "reference", "position"])
      || has("same", "as") || has("point", "in") || has("points", "in") || has("pointing", "in")
      || has("segment", "address") || has("segmented", "address")
  }

  /// "size iwork, 2 * n integers", "numerical values", "device memory": the elements are numbers or elsewhere, although the type is `void`.
  var saysOtherElements: Bool {
    !operands.isEmpty
      || hasAny([
        "integer", "integers", "int", "ints", "double", "doubles", "float", "floats", "numerical", "real", "complex",
        "longs",
        "shorts", "numbers", "device", "gpu", "pinned", "dma", "register", "registered", "segment", "allocate",
      ])
  }

  /// Whether a comment names one of the types.
  func names(anyOf types: Set<String>) -> Bool { !names.isDisjoint(with: types) }

  /// "number of 4-byte entries", "in 512 byte sectors"
  var saysSizedUnits: Bool {
    words.indices.dropFirst().contains { index in
      ["byte", "bytes", "bit", "bits", "octets"].contains(words[index])
        && (words[index - 1].allSatisfy(\.isNumber)
          || ["two", "four", "eight", "double", "multi"].contains(words[index - 1]))
    }
  }

  /// "allocated, grows": a block with room for more.
  var grows: Bool { hasAny(["grows", "growing", "growable", "resized", "expanded"]) }

  /// "in network byte order"
  var saysByteOrder: Bool {
    hasAny(["network", "endian", "swapped", "be16", "be32", "le16", "le32", "htons", "htonl"])
  }

  /// Whether a plain counter's comment says of what it is the length, and not of the field: "length of matching sequence".
  func saysSize(besides name: CountedName) -> Bool {
    let own = Set(name.name.words.map(NameWords.singular)).union(Self.contents)
    return words.indices.dropLast().contains { index in
      ["length", "number", "size", "count"].contains(words[index]) && words[index + 1] == "of"
        && !words[(index + 2)...].prefix(4).contains { own.contains(NameWords.singular($0)) }
    }
  }

  private static let contents: Set<String> = [
    "data", "buffer", "array", "element", "entry", "item", "value", "byte", "block", "content", "field", "memory",
    "octet",
  ]

  /// Whether a counter's comment names a unit that is not the element: "in base type units", "in sectors".
  func saysUnits(besides name: CountedName) -> Bool {
    let own = Set(name.name.words.map(NameWords.singular))
    return words.contains { word in
      let one = NameWords.singular(word)
      return Self.units.contains(one) && !own.contains(one) && one != word || word == "unit"
    }
  }

  private static let units: Set<String> = [
    "unit", "word", "dword", "page", "sector", "block", "pixel", "sample", "frame", "pair", "quad", "kilobyte", "row",
    "plane", "channel", "bucket", "tuple", "triple", "triplet",
  ]

  /// "index of the first row": a position, and no number of elements.
  var saysPosition: Bool {
    !has("number", "of") && !has("count", "of")
      && hasAny([
        "index", "offset", "position", "start", "starting", "id", "identifier", "version", "flags", "next", "stride",
      ])
  }

  /// "allocated size", "including unused entries"
  var saysCapacity: Bool {
    hasAny(["allocated", "capacity", "maximum", "reserved", "unused", "realloc", "allocation"]) || has("room", "for")
      || has("space", "for")
  }

  /// "number of elements for which space was allocated", which is no truth value: "whether it was allocated".
  var saysSizeOfBlock: Bool {
    (hasAny(["allocated", "capacity"]) || has("room", "for") || has("space", "for"))
      && hasAny([
        "number", "size", "space", "room", "count", "length", "capacity", "entries", "elements", "items", "bytes",
        "slots",
      ])
      && !hasAny(["whether", "if", "true", "nonzero", "flag", "boolean", "limit", "not"])
  }

  /// "size of the array": its elements are there, and not all of them need be set.
  var saysSizeOfArray: Bool {
    has("size", "of") && hasAny(["array", "table", "vector", "list"])
  }

  /// "list of entries to update": a list of what is still to be done is filled and emptied in one block.
  var saysPending: Bool {
    saysSeveral
      && words.indices.dropLast().contains { index in
        words[index] == "to" && ["update", "process", "visit", "handle", "refresh"].contains(words[index + 1])
      }
  }

  /// Whether the comment speaks of several elements: "array of …", or a terminating value.
  var saysSeveral: Bool {
    hasBrackets
      || hasAny(["array", "arrays", "tables", "vector", "sentinel", "elements", "entries", "list", "lists", "matrix"])
      || has("table", "of") || has("last", "item") || has("pointer", "into") || has("pointers", "to")
  }

  /// "array of subcommands", "ends with an element of zeros".
  var saysArray: Bool { hasBrackets || hasAny(["array", "arrays", "sentinel"]) }

  /// Whether the comment only refers to another one: "@copydoc other::field".
  var isElsewhere: Bool { hasAny(["copydoc", "copybrief", "copydetails"]) }

  var saysText: Bool { hasAny(["string", "strings", "text"]) }

  /// Whether the comment speaks of a number of elements: "number of …".
  var saysElements: Bool {
    hasAny(["elements", "entries", "items", "records"]) || has("number", "of") || has("count", "of") || has("in", "use")
      || has("how", "many")
  }

  /// "context for the callback"
  var saysContext: Bool { hasAny(["context", "opaque", "callback", "callbacks", "user", "private"]) }

  var saysBits: Bool { hasAny(["bits", "bit"]) }

  /// "3 components per vertex"
  var saysPer: Bool { hasAny(["per", "each"]) || !operands.isDisjoint(with: ["n", "N"]) }

  var saysBytes: Bool {
    words.indices.contains { index in
      ["bytes", "byte", "octets", "sizeof"].contains(words[index]) && (index == 0 || words[index - 1] != "not")
    }
  }

  /// "raw bytes", "uninterpreted data"
  var saysPlainBytes: Bool { saysBytes || hasAny(["raw", "uninterpreted", "binary", "encoded", "serialized"]) }

  /// "sizeof each entry"
  var saysSizeOfOne: Bool { hasAny(["sizeof"]) || has("size", "of", "each") || has("size", "of", "one") }

  /// "array of string offsets"
  var saysOffsets: Bool { hasAny(["offset", "offsets", "index", "indices"]) }

  /// "number of entries", which says more than "number of".
  var saysEntries: Bool { hasAny(["elements", "entries", "items", "records", "structs", "structures"]) }

  /// Whether the comment speaks of another size than that of the contents: "allocated size", "includes the header".
  var saysOtherwise: Bool {
    hasAny([
      "allocated", "capacity", "maximum", "max", "including", "includes", "minus", "excluding", "reserved", "room",
      "available", "remaining", "per", "each", "whole",
    ])
  }
}
