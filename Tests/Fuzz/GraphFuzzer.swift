import ArchiveRuntime
import CGraphs
import Foundation

/// Reads any bytes as the archive of a graph, for each graph type.
///
/// The first byte selects the type, the second the allocation; the archive follows. An error is correct; a trap, a read
/// out of bounds, a leak, or disproportionate memory use is a finding. Whatever decodes must encode, and the result
/// must be the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGraphs(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  GrowthSweep.run(start, count, shapes: growingGraphs) { input in
    guard input.count > 2 else { return }
    let kind = kinds[Int(input[0]) % kinds.count]
    kind.read(Data(input[2...]), input[1] % 2 == 0 ? .individual : .pooled)
  }
}

/// With ARCHIVE_FUZZ_SEEDS=DIR, instead of fuzzing: writes the archive of every graph. C code builds each graph, checks
/// its decoded copy, and frees it.
@_cdecl("LLVMFuzzerInitialize")
public func writeSeeds(_ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  guard let folder = ProcessInfo.processInfo.environment["ARCHIVE_FUZZ_SEEDS"] else { return 0 }
  for (index, kind) in kinds.enumerated() {
    for format in [ArchiveEncoder.OutputFormat.binary, .xml] {
      let data = kind.roundTrip(format)
      for allocation in [0, 1] as [UInt8] {
        let file = URL(fileURLWithPath: "\(folder)/graph-\(index)-\(allocation)-\(format)")
        try? (Data([UInt8(index), allocation]) + data).write(to: file)
      }
    }
  }
  print("\(kinds.count) graphs came back as they were")
  exit(0)
}

private struct Kind {
  let read: (Data, GraphAllocation) -> Void
  let roundTrip: (ArchiveEncoder.OutputFormat) -> Data

  init<Node: ArchivableNode>(
    _ build: @escaping () -> UnsafeMutablePointer<Node>?,
    _ check: @escaping (UnsafePointer<Node>?) -> UnsafePointer<CChar>?,
    _ free: @escaping (UnsafeMutablePointer<Node>?) -> Void, isIntrusive: Bool = false,
    isReleased: Bool = true
  ) {
    // The head of an intrusive list can be recognised only among links that are reached in other ways, and a fuzzed
    // archive need not contain such lists: decoding gives valid memory, but it cannot be encoded.
    read = { data, allocation in
      guard let graph = try? ArchiveDecoder().decodeGraph(Node.self, from: data, allocation: allocation) else { return }
      withExtendedLifetime(graph) {
        if isIntrusive { return }
        guard let again = try? ArchiveEncoder().encode(graph: UnsafePointer(graph.root)) else { return }
        let copy = required { try ArchiveDecoder().decodeGraph(Node.self, from: again) }
        withExtendedLifetime(copy) {
          precondition(required { try ArchiveEncoder().encode(graph: UnsafePointer(copy.root)) } == again)
        }
      }
    }
    roundTrip = { format in
      let original = build()
      var encoder = ArchiveEncoder()
      encoder.outputFormat = format
      let data = required { try encoder.encode(graph: UnsafePointer(original)) }
      free(original)
      for allocation in [GraphAllocation.individual, .pooled] {
        let graph = required { try ArchiveDecoder().decodeGraph(Node.self, from: data, allocation: allocation) }
        withExtendedLifetime(graph) {
          if let wrong = check(UnsafePointer(graph.root)) { fatalError("\(Node.self): \(String(cString: wrong))") }
        }
      }
      // Types of this program alone have no C code that frees each block.
      if !isReleased { return data }
      let released = required { try ArchiveDecoder().decodeGraph(Node.self, from: data).release() }
      if let wrong = check(UnsafePointer(released)) { fatalError("\(Node.self): \(String(cString: wrong))") }
      free(released)
      return data
    }
  }
}

/// Archives that this program wrote must not lead to an error.
private func required<Result>(_ body: () throws -> Result) -> Result {
  do {
    return try body()
  } catch {
    fatalError("what decoded does not survive another round: \(error)")
  }
}

nonisolated(unsafe) private let kinds: [Kind] = [
  Kind({ sl_build() }, sl_check, sl_free), Kind({ dl_build() }, dl_check, dl_free),
  Kind({ ci_build() }, ci_check, ci_free), Kind({ sh_build() }, sh_check, sh_free),
  Kind({ tr_build() }, tr_check, tr_free), Kind({ sv_build() }, sv_check, sv_free),
  Kind({ rg_build(40, 7) }, { rg_check($0, 40, 7) }, rg_free), Kind({ ma_build() }, ma_check, ma_free),
  Kind({ fp_build() }, fp_check, fp_free), Kind({ fp_build_first() }, fp_check_first, fp_free_first),
  Kind({ pp_build() }, pp_check, pp_free), Kind({ pa_build() }, pa_check, pa_free),
  Kind({ ep_build() }, ep_check, ep_free), Kind({ lt_build() }, lt_check, lt_free),
  Kind({ il_build() }, il_check, il_free, isIntrusive: true),
  Kind({ il_build_tree() }, il_check_tree, il_free_tree, isIntrusive: true),
  Kind({ il_build_jobs() }, il_check_jobs, il_free_jobs, isIntrusive: true), Kind({ fx_build() }, fx_check, fx_free),
  Kind({ cn_build() }, cn_check, cn_free), Kind({ cb_build() }, cb_check, cb_free),
  Kind({ ov_build() }, ov_check, ov_free), Kind({ tx_build() }, tx_check, tx_free),
  Kind({ tx_build_path() }, tx_check_path, tx_free_path), Kind({ un_build() }, un_check, un_free),
  Kind({ ca_build() }, ca_check, ca_free), Kind({ pk_build() }, pk_check, pk_free),
  Kind({ label_build() }, { _ in nil }, label_free, isReleased: false),
  Kind({ tagged_build(12) }, { _ in nil }, tagged_free, isReleased: false),
  Kind({ caller_build() }, { _ in nil }, caller_free, isReleased: false),
]

/// Shapes for the last three kinds.
nonisolated(unsafe) private let growingGraphs = [
  GrowingShape(name: "pointers to ends of one text") { byteCount in
    let labels = label_build(byteCount / 60)
    defer { label_free(labels) }
    return [UInt8(kinds.count - 3), 1] + required { try ArchiveEncoder().encode(graph: UnsafePointer(labels)) }
  },
  GrowingShape(name: "a condition of many values") { byteCount in
    let nodes = tagged_build(byteCount / 28)
    defer { tagged_free(nodes) }
    let data = required { try ArchiveEncoder().encode(graph: UnsafePointer(nodes)) }
    let prefix = [UInt8(kinds.count - 2), 1]
    guard var list = GrownList(Array(data)) else { return prefix }
    // The condition in the archive has as many values as there are records, and applies where the schema's condition
    // holds.
    list.extendConditions((0..<(byteCount / 28)).map { $0 * 3 + 5_000 })
    return prefix + list.bytes()
  },
  GrowingShape(name: "functions whose names are ends of one text") { byteCount in
    [UInt8(kinds.count - 1), 1] + required { try caller_archive(byteCount / 16, textLength: byteCount / 2) }
  },
]
