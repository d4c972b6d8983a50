import ArchiveRuntime
import CGraphs
import Foundation
import GraphArchives
import Testing

/// Pointers by what they lead to, and where they stand.
@Suite struct PointerTests {
  @Test("Pointers into the middle of an array that is archived as well")
  func middleOfArray() throws { try expectRoundTrip(ma_build, ma_check, ma_free) }

  @Test("Pointers to a field of a node, to an element of its array, to a struct within it")
  func fields() throws { try expectRoundTrip(fp_build, fp_check, fp_free) }

  @Test("Several types at one address")
  func outer() throws { try expectRoundTrip(fp_build_outer, fp_check_outer, { $0?.freeBlock() }) }

  @Test("A pointer into a node, met before the node")
  func first() throws { try expectRoundTrip(fp_build_first, fp_check_first, fp_free_first) }

  @Test("Pointers to pointers, in their own blocks and in nodes")
  func pointerToPointer() throws {
    try expectRoundTrip(pp_build, pp_check, pp_free)
    try expectRoundTrip(pp_build_empty, pp_check_empty, pp_free)
  }

  @Test("Arrays of pointers, within a node and behind a pointer")
  func arrays() throws { try expectRoundTrip(pa_build, pa_check, pa_free) }

  @Test("Pointers inside nested structs, arrays of structs and unions")
  func embedded() throws { try expectRoundTrip(ep_build, ep_check, ep_free) }

  @Test("Pointers to a type other than the declared one")
  func leadsTo() throws { try expectRoundTrip(lt_build, lt_check, lt_free) }

  @Test("Pointers that are not aligned")
  func packed() throws { try expectRoundTrip(pk_build, pk_check, pk_free) }

  @Test("Nodes that are aligned to more than malloc's 16 bytes")
  func overaligned() throws { try expectRoundTrip(oa_build, oa_check, oa_free) }

  @Test("Function pointers come back by the names of their functions")
  func callbacks() throws { try expectRoundTrip(ca_build, ca_check, ca_free) }
}

/// Opaque pointers. One after the other, for C counts its engines.
@Suite(.serialized) struct HandleTests {
  @Test("Handles go through the caller's functions, once for equal ones, and are released with the graph")
  func handles() throws {
    #expect(hd_engine_count() == 0)
    try expectRoundTrip(
      hd_build, hd_check, hd_free, checkOriginal: { $0?.pointee.cache != nil ? nil : hd_check($0) })
    #expect(hd_engine_count() == 0, "handles are left")
  }

  @Test("Each engine is unpacked once")
  func engines() throws {
    let original = try #require(hd_build())
    let encoded = Result { try ArchiveEncoder().encode(graph: UnsafePointer(original)) }
    hd_free(original)
    try MemoryWay.pooled.withGraph(of: hd_node.self, in: encoded.get()) { _ in #expect(hd_engine_count() == 3) }
    #expect(hd_engine_count() == 0, "handles are left")
  }
}

extension UnsafeMutablePointer {
  /// As C's `free`, for a structure of one block.
  func freeBlock() { free(self) }
}
