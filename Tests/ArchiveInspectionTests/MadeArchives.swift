import ArchiveInspection
import Foundation
import UntypedArchive

/// Archives made of JSON, for tests.
enum MadeArchives {
  /// A keyed archive with these elements of `$objects` after `$null`; the root is the first of them.
  static func keyed(_ objects: [String], top: String = #"{"root":{"$ref":1}}"#) throws -> ArchiveDocument {
    try TestArchives.document(try keyedData(objects, top: top))
  }

  static func keyedData(_ objects: [String], top: String = #"{"root":{"$ref":1}}"#) throws -> Data {
    let list =
      #"{"$archiver":"NSKeyedArchiver","$objects":["$null","# + objects.joined(separator: ",") + #"],"$top":"# + top
      + #","$version":100000}"#
    return try TestArchives.list(Data(list.utf8)).data
  }

  static func type(_ names: String...) -> String {
    let list = names.map { "\"\($0)\"" }.joined(separator: ",")
    return #"{"$classes":["# + list + #"],"$classname":"# + "\"\(names[0])\"}"
  }

  /// Foundation's values, a cycle, a shared object.
  static func menu() throws -> ArchiveDocument {
    try keyed([
      #"{"title":{"$ref":2},"created":{"$ref":3},"id":{"$ref":5},"items":{"$ref":7},"self":{"$ref":1},"count":42,"map":{"$ref":12},"none":{"$ref":0},"$class":{"$ref":11}}"#,
      #""Lunch\n\u001b[2J\u202e""#, #"{"NS.time":730900800.25,"$class":{"$ref":4}}"#, type("NSDate", "NSObject"),
      #"{"NS.uuidbytes":{"$data":"a6e4EJ2tEdGAtADAT9QwyA=="},"$class":{"$ref":6}}"#, type("NSUUID", "NSObject"),
      #"{"NS.objects":[{"$ref":9},{"$ref":9}],"$class":{"$ref":8}}"#, type("NSArray", "NSObject"),
      #"{"name":{"$ref":10},"menu":{"$ref":1},"$class":{"$ref":14}}"#, #""Soup""#, type("Menu", "NSObject"),
      #"{"NS.keys":[{"$ref":10}],"NS.objects":[{"$ref":9}],"$class":{"$ref":13}}"#, type("NSDictionary", "NSObject"),
      type("Item", "NSObject"),
    ])
  }

  /// Columns of every kind: numbers, texts, a group of bit-fields, a union's members.
  static func table() throws -> ArchiveDocument {
    try keyed([
      #"{"[]":{"$ref":2},"[].order":{"$values":"u32","list":[7,8,9]},"[].price":{"$values":"f64","list":[1.5,-0.0,1e300]},"#
        + #""[].name":{"$values":"utf8[8]","list":["=1+1","a,\"b\"","é"]},"[].flags":{"$data":"xQMA"},"#
        + #""[].kind":{"$values":"u8","list":[1,2,1]},"[].value.i":{"$values":"i32","list":[-5,6]},"[].size":{"$values":"u16[2]","list":[1,2,3,4,5,6]},"#
        + #""$class":{"$ref":3}}"#,
      #""count 3\nu32 order\nf64 price\nutf8[8] name\nu8 flags\n u3 level\n i5 delta\nu8 kind\n@7=1 i32 value.i\nu16[2] size""#,
      type("order[]", "NSObject"),
    ])
  }

  /// Two tables whose rows refer to each other.
  static func graph() throws -> ArchiveDocument {
    try keyed([
      ##"{"[]":{"$ref":2},"[].#root":{"$values":"u32","list":[1]},"node[]":{"$ref":3},"node[].value":{"$values":"i32","list":[10,20]},"##
        + ##""node[].next":{"$values":"u32","list":[2,1]},"node[].text":{"$values":"u32","list":[1,0]},"#text[].utf8":{"$texts":["one"]},"$class":{"$ref":4}}"##,
      #""graph 1\n2 node\n1 #text""#, #""count 2\ni32 value\nu32&1 next\nu32&2 text""#, type("node*", "NSObject"),
    ])
  }

  static func tree(
    _ document: ArchiveDocument, _ path: String? = nil, _ change: (inout TreePrinter.Options) -> Void = { _ in }
  ) throws -> String {
    var options = TreePrinter.Options()
    change(&options)
    let data = try TestArchives.output { output in
      var printer = TreePrinter(document, options, to: output)
      let start = options.isRaw ? document.view.top : document.start
      printer.show(
        try path.map { try document.selection($0) } ?? .value(try document.inspected(start, isRaw: options.isRaw)))
    }
    return String(decoding: data, as: UTF8.self)
  }
}
