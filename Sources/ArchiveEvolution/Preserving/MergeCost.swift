import ArchiveRuntime

/// Charges the work of a merge that the lengths of the archives do not bound by themselves: many objects may refer to one list,
/// and one text may be a key of many dictionaries. It is charged like the memory of decoding.
final class MergeCost {
  private let maximum: Int
  private var charged = 0

  /// - Parameter byteCount: The length of both archives.
  init(_ limits: ArchiveDecoder.Limits, byteCount: Int) {
    let (perByte, overflow) = byteCount.multipliedReportingOverflow(by: max(limits.memoryPerByte, 0))
    let (sum, overflowSum) = (overflow ? Int.max : perByte).addingReportingOverflow(max(limits.memoryAllowance, 0))
    maximum = overflowSum ? .max : sum
  }

  /// - Throws: `limitExceeded` if it is too much for archives of this length.
  func charge(_ amount: Int) throws(ArchiveError) {
    charged = charged &+ max(amount, 0)
    guard charged <= maximum else {
      throw .limitExceeded(limit: "memoryPerByte", value: charged, maximum: maximum)
    }
  }

  func charge(_ count: Int, times size: Int) throws(ArchiveError) {
    try charge(Description.product([count, size]) ?? .max >> 1)
  }
}
