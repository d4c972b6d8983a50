@_spi(GeneratedCode) import ArchiveRuntime
import CGraphs
import Foundation
import GraphArchives
import Testing

/// What `te_menu` was before it had arrays.
private struct FormerMenu: ArchivableNode {
  var flag: Int32
  static let archiveSchema = RecordSchema(
    "te_menu", size: 4, alignment: 4, fields: [.scalar("flag", .i32, at: 0)])
}

/// Arrays, text and unions.
@Suite struct DataTests {
  @Test("Flexible arrays: of numbers, of records with pointers, of pointers, of none")
  func flexible() throws { try expectRoundTrip(fx_build, fx_check, fx_free) }

  @Test("A flexible record as the root", arguments: [0, 1, 4096, 65535] as [UInt16])
  func flexibleRoot(count: UInt16) throws {
    try expectRoundTrip({ fx_build_numbers(count) }, { fx_check_numbers($0, count) }, { $0?.freeBlock() })
  }

  @Test("Counts: a sibling's, products, constants, bytes; NULL with 0")
  func counted() throws { try expectRoundTrip(cn_build, cn_check, cn_free) }

  @Test("A pointer with a count of 0 is no error")
  func pointerWithoutCount() throws {
    try expectRoundTrip(cn_build_pointer_without_count, cn_check_pointer_without_count, cn_free)
  }

  @Test("The sizes of blocks are their counts after reading, and nothing else changes")
  func capacities() throws {
    let original = try #require(cp_build())
    let data = try ArchiveEncoder().encode(graph: UnsafePointer(original))
    #expect(complaint(of: cp_check, about: original) == nil)
    cp_free(original)
    for way in MemoryWay.allCases {
      try way.withGraph(of: cp_store.self, in: data) { root in
        #expect(complaint(of: cp_check_read, about: root) == nil, "\(way)")
        let again = try ArchiveEncoder().encode(graph: UnsafePointer(root))
        let copy = try releasedRoot(of: cp_store.self, in: again)
        defer { cp_free(copy) }
        #expect(complaint(of: cp_check_read, about: copy) == nil, "read again, \(way)")
        #expect(try ArchiveEncoder().encode(graph: UnsafePointer(copy)) == again)
      }
    }
  }

  @Test("Counts of one element more than a field says, and NULL beside a count")
  func ends() throws {
    let table = try #require(en_build())
    let data = try ArchiveEncoder().encode(graph: UnsafePointer(table))
    #expect(complaint(of: en_check, about: table) == nil)
    en_free(table)
    for way in MemoryWay.allCases {
      try way.withGraph(of: en_table.self, in: data) { root in
        #expect(complaint(of: en_check, about: root) == nil, "\(way)")
        #expect(root.pointee.room == 4, "\(way)")
      }
    }
    en_free(try releasedRoot(of: en_table.self, in: data))
  }

  @Test("Arrays that end with NULL, with a number, or with a struct that has one in a field")
  func terminated() throws {
    try expectRoundTrip(te_build, te_check, te_free)
    try expectRoundTrip(te_build_list, te_check_list, te_free_list)
  }

  @Test("A flexible array and pointers that an element ends are new in an archive of an earlier release")
  func newTerminated() throws {
    var menu = FormerMenu(flag: 5)
    let former = try ArchiveEncoder().encode(graph: &menu)
    for way in MemoryWay.allCases {
      try way.withGraph(of: te_menu.self, in: former) { root in
        #expect(root.pointee.flag == 5 && root.pointee.words == nil && root.pointee.ids == nil)
        #expect(
          UnsafeRawPointer(root).load(fromByteOffset: MemoryLayout<te_menu>.offset(of: \.flag)! + 4, as: Int8.self) == 0
        )
      }
    }
  }

  @Test("NULL in memory is an error where the product is not 0, unless 'nullable' allows it")
  func nullBesideCount() throws {
    let table = try #require(en_build())
    defer { en_free(table) }
    let (slots, mask) = (table.pointee.slots, table.pointee.mask)
    table.pointee.slots = nil
    #expect(
      throws: ArchiveError.wrongCount(
        path: "en_table[0].slots", count: "mask + 1", value: "8",
        reason: "the pointer is NULL, and no 'nullable' allows that")
    ) { try ArchiveEncoder().encode(graph: UnsafePointer(table)) }
    table.pointee.mask = 0
    let data = try ArchiveEncoder().encode(graph: UnsafePointer(table))
    let read = try ArchiveDecoder().decodeGraph(en_table.self, from: data)
    #expect(read.withRoot { $0?.pointee.slots } == .some(nil))
    (table.pointee.slots, table.pointee.mask) = (slots, mask)
    table.pointee.width = -1
    #expect(throws: ArchiveError.self) { try ArchiveEncoder().encode(graph: UnsafePointer(table)) }
    table.pointee.width = 3
  }

  @Test("Clang's own counts") func countedBy() throws { try expectRoundTrip(cb_build, cb_check, cb_free) }

  @Test("Arrays that share memory share it again")
  func overlapping() throws { try expectRoundTrip(ov_build, ov_check, ov_free) }

  @Test("Text in every encoding; NULL is not the empty text; shared strings are shared again")
  func texts() throws { try expectRoundTrip(tx_build, tx_check, tx_free) }

  @Test("A text of a million bytes")
  func longText() throws { try expectRoundTrip(tx_build_long, tx_check_long, tx_free) }

  @Test("Pointers into the middle of a text, and to its end")
  func path() throws { try expectRoundTrip(tx_build_path, tx_check_path, tx_free_path) }

  @Test("Unions: by constants, integers, default; nested, anonymous, of pointers, by a member of their own; views")
  func unions() throws { try expectRoundTrip(un_build, un_check, un_free) }

  @Test("A union without a live member has no keys, and is zero after decoding")
  func noMember() throws {
    try expectRoundTrip({ un_build_wagons(0xEE) }, un_check_wagons, un_free_wagons, checkOriginal: { _ in nil })
  }

  @Test("A value whose union has no live member keeps the fields beside the union")
  func noMemberOfValue() throws {
    for kind in [0, 1, 255] as [UInt8] {
      var signal = un_signal()
      signal.kind = kind
      signal.aspect = 500
      for copy in [
        try ArchiveDecoder().decode(un_signal.self, from: ArchiveEncoder().encode(signal)),
        try ArchiveDecoder().decode([un_signal].self, from: ArchiveEncoder().encode([signal, signal]))[1],
      ] {
        #expect(copy.kind == kind)
        #expect(copy.aspect == (kind == 1 ? 500 : 0))
      }
    }
  }

  @Test("A union without pointers is a value")
  func plainUnion() throws {
    let data = try ArchiveEncoder().encode(un_plain_value())
    var value = try ArchiveDecoder().decode(un_plain.self, from: data)
    #expect(un_check_plain(&value).map { String(cString: $0) } == nil)
  }
}

/// What cannot be archived is an error that names it.
@Suite struct RefusalTests {
  /// The error for a structure, which C frees as ever.
  private func refusal<Node: ArchivableNode>(
    _ build: () -> UnsafeMutablePointer<Node>?, _ free: (UnsafeMutablePointer<Node>?) -> Void
  ) throws -> ArchiveError {
    let original = try #require(build())
    defer { free(original) }
    return try #require(throws: ArchiveError.self) { try ArchiveEncoder().encode(graph: UnsafePointer(original)) }
  }

  @Test("NULL with a count that is not 0 names both")
  func nullWithCount() throws {
    let error = try refusal(cn_build_null_with_count, cn_free)
    #expect(error.code == .wrongCount && error.details.relatedKey == "none_count", "\(error)")
    #expect(error.details.value == "3" && error.path?.hasSuffix(".none") == true, "\(error)")
  }

  @Test("A negative count names it")
  func negativeCount() throws {
    let error = try refusal(cn_build_negative_count, cn_free)
    #expect(error.code == .wrongCount && error.details.relatedKey == "none_count", "\(error)")
    #expect(error.details.value == "-1", "\(error)")
  }

  @Test("Bytes that are no whole number of elements name their count")
  func oddBytes() throws {
    let error = try refusal(cn_build_odd_bytes, cn_free)
    #expect(error.code == .wrongCount && error.details.relatedKey == "word_bytes", "\(error)")
    #expect(error.details.value == "11" && error.path?.hasSuffix(".words") == true, "\(error)")
  }

  @Test("A tag that no case has names itself and its value")
  func unknownTag() throws {
    let error = try refusal(un_build_unknown_tag, un_free)
    #expect(error.code == .unknownTag && error.details.value == "9", "\(error)")
    #expect(error.path?.contains("plains") == true && error.details.relatedKey?.hasSuffix("type") == true, "\(error)")
  }

  @Test("A function that its table lacks names the field")
  func unknownFunction() throws {
    let error = try refusal(ca_build_unknown, ca_free)
    #expect(error.code == .unknownSymbol && error.path?.hasSuffix("compare") == true, "\(error)")
  }

  @Test("Bytes that are no text name the field")
  func invalidText() throws {
    let utf8 = try refusal(tx_build_invalid_utf8, tx_free).description
    #expect(utf8.contains("plain"))
    let utf16 = try refusal(tx_build_invalid_utf16, tx_free).description
    #expect(utf16.contains("sixteen"))
  }
}
