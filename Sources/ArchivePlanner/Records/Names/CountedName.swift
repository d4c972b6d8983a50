/// What the name of a pointer or flexible array says about its target.
struct CountedName {
  let name: NameWords

  init(_ written: String) { name = NameWords(written).bare(NameWords.pointerPrefixes) }

  /// How well a counter's name fits.
  enum Fit: Int, Comparable {
    /// A plain `count`.
    case plain
    /// `xmp_len` of `xmp_data`: the same name except for a word like "data".
    case near
    /// `line_count` of `lines`.
    case exact

    static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
  }

  /// Whether the name begins with a letter for pointers, with or without a struct's prefix: `p_key`, `tls_p_key`.
  static func isPrefixed(_ written: String) -> Bool {
    let name = NameWords(written)
    return [name, name.dropFirst()].contains { $0.words.count > 1 && $0.bare(NameWords.pointerPrefixes) != $0 }
  }

  /// `argv` and `argc`.
  static func isVector(_ counted: String, _ counter: String) -> Bool {
    counted.count > 1 && counted.hasSuffix("v") && counter == counted.dropLast() + "c"
  }

  /// The words of a counter's name other than the one that identifies it as a counter.
  struct Stems {
    let exact: Set<String>
    /// Without a word like "data".
    let near: Set<String>

    init(_ pointer: NameWords) {
      let bare = pointer.bare(NameWords.pointerPrefixes)
      exact = NameWords.singulars(pointer.folded).union(NameWords.singulars(bare.folded))
      near = Set([pointer, bare].compactMap(withoutNoun))
    }

    func fit(_ counter: CounterName) -> (fit: Fit, unit: CounterName.Unit)? {
      for reading in counter.readings where exact.contains(reading.stem) { return (.exact, reading.unit) }
      for reading in counter.readings where near.contains(reading.stem) { return (.near, reading.unit) }
      return counter.plainUnit.map { (.plain, $0) }
    }
  }

  /// `xmp` of `xmp_data` and `xmpdata`.
  private static func withoutNoun(_ name: NameWords) -> String? {
    if name.words.count > 1, nouns.contains(name.last) { return NameWords.singular(name.dropLast().folded) }
    let text = name.folded
    let noun = nouns.filter { $0.count > 2 && text.hasSuffix($0) && text.count > $0.count + 1 }.max {
      $0.count < $1.count
    }
    return noun.map { NameWords.singular(String(text.dropLast($0.count))) }
  }

  private static let nouns: Set<String> = [
    "data", "buf", "buffer", "bufaddr", "ptr", "list", "array", "arr", "vec", "tab", "table", "addr", "address",
    "base", "bytes", "p", "items", "elems", "elements", "entries", "v",
  ]

  // MARK: What the name suggests by itself

  /// Whether there are likely several: `lines`, `line_list`.
  var isOfSeveral: Bool {
    if Self.several.contains(name.last) { return true }
    if Self.isOfSeveral(name.last) { return true }
    // `fds_read`, `mvs_prev`
    if name.words.count > 1, Self.purposes.contains(name.last), Self.isOfSeveral(name.words[name.words.count - 2]) {
      return true
    }
    // `pathv`
    if name.last.count > 2, name.last.hasSuffix("v") { return true }
    return ["list", "array", "table", "vec", "buf", "data", "ptr"].contains { name.last.hasSuffix($0) }
  }

  private static func isOfSeveral(_ word: String) -> Bool {
    NameWords.isPlural(word) && word.count > 2 && !oneThing.contains(word)
  }

  /// Short words in -s for one thing: a struct of operations, a bus.
  private static let oneThing: Set<String> = [
    "ops", "dns", "tls", "sys", "cls", "gps", "css", "vfs", "pos", "abs", "rhs", "lhs", "has", "was", "gas", "dos",
  ]

  /// Words for a purpose or a time, which follow the word for the thing itself.
  private static let purposes: Set<String> = [
    "read", "write", "saved", "in", "out", "cur", "prev", "old", "new", "tmp", "active", "pending", "sent", "received",
  ]

  private static let several: Set<String> = [
    "data", "children", "list", "table", "array", "arr", "vector", "vec", "buf", "buffer", "tab", "pool", "stack",
    "heap", "ring", "map", "base", "begin", "start", "end", "stop", "first", "last", "mem", "storage", "contents",
    "content", "queue", "cells", "ptr", "p", "v", "cur", "current", "pos", "top", "limit", "lut", "matrix",
    "palette", "cache", "hash", "set", "block", "seq", "sequence", "path", "elem", "elt", "slots", "argv", "row",
    "rows", "column", "col", "vals", "vec", "arg", "history",
  ]

  /// Whether a name like this usually means a pointer to text.
  var isOfText: Bool {
    Self.texts.contains(name.last) || Self.textEnds.contains { name.last.hasSuffix($0) }
  }

  private static let texts: Set<String> = [
    "name", "path", "pathname", "file", "filename", "dir", "directory", "url", "uri", "host", "hostname", "user",
    "username", "login", "passwd", "password", "label", "title", "text", "txt", "str", "string", "msg", "message",
    "desc",
    "description", "comment", "version", "prefix", "suffix", "locale", "lang", "language", "summary", "help",
    "error", "reason", "author", "vendor", "problem", "caption", "domain", "realm", "service", "encoding",
    "charset", "model", "email", "tooltip",
  ]
  private static let textEnds = ["name", "string", "path", "text", "msg", "_str"]

  /// Whether a `char *` of this name usually points to bytes.
  var isOfBytes: Bool {
    Self.bytes.contains(NameWords.singular(name.last)) || Self.bytes.contains(name.last)
      || Self.byteEnds.contains { name.last.hasSuffix($0) }
  }

  private static let bytes: Set<String> = [
    "data", "buf", "buffer", "ptr", "mem", "memory", "bytes", "raw", "payload", "block", "base", "start", "end",
    "begin", "stop", "pos", "cur", "curr", "current", "p", "image", "img", "pixels", "pixel", "bits", "bitmap",
    "iv", "salt", "digest", "hash", "mac", "sig", "signature", "cert", "blob", "contents", "content", "extra",
    "addr", "address", "bssid", "uuid", "guid", "in", "out", "src", "dst", "dest", "source", "input", "output",
    "ring", "area", "page", "heap", "stack", "cookie", "opaque", "private", "priv", "limit", "map", "tab", "table",
    "list", "array", "nonce", "secret", "frame", "frames", "sample", "samples", "plane", "planes", "mask", "next",
    "prev", "head", "tail", "window", "dict", "cache", "packet", "pkt", "header", "hdr", "body", "chunk", "stream",
    "workspace", "arena", "pool", "storage", "alloc", "eof", "cursor", "aad",
    "tag", "state", "ctx", "context", "flags", "mark", "top", "last",
    "first", "row", "argv", "env", "envp",
  ]
  /// Whether a plain size beside a `void *` of this name is the size of its memory. A caller's pointer has no size.
  var isOfMemory: Bool {
    guard Self.memory.contains(name.last) || Self.byteEnds.contains(where: { name.last.hasSuffix($0) }) else {
      return false
    }
    let text = name.folded
    return !Self.owners.contains { text.hasPrefix($0) }
  }

  private static let memory: Set<String> = [
    "data", "buf", "buffer", "ptr", "pointer", "mem", "memory", "bytes", "raw", "payload", "base", "src", "dst",
    "source", "contents", "content", "body", "blob", "value", "val", "input", "output", "code", "bin", "binary",
    "image", "pixels", "address", "addr", "start", "begin", "bits", "block", "chunk", "packet", "msg", "message",
    "p", "d",
  ]
  private static let owners = [
    "user", "priv", "app", "client", "driver", "internal", "callback", "cb", "fn", "handler", "lookup", "ctx",
    "context",
    "opaque", "closure", "read", "write", "alloc", "hook", "extra", "platform", "impl",
  ]

  /// Whether each element has several numbers: a `float *` to vertices has three for each.
  var isOfComposites: Bool { Self.composites.contains(NameWords.singular(name.last)) }

  private static let composites: Set<String> = [
    "vertex", "point", "normal", "texcoord", "color", "colour", "triangle", "tri", "face", "pixel", "frame",
    "sample", "tangent", "position", "uv", "quad", "matrix", "vector", "rect", "box", "bone", "particle", "coord",
    "glyph", "image", "row", "vert", "pose", "transform", "pair", "couple", "tuple", "triple", "triplet",
  ]

  private static let byteEnds = ["data", "buf", "buffer", "bufaddr", "ptr", "bytes", "addr"]
}
