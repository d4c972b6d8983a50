extension ReadingCost {
  /// The bytes per byte of the archive that are reserved for costs that only the decoder counts, which are small.
  private static let reserve = 16

  /// - Parameter byteCount: the length of the archive in binary form.
  /// - Throws: `notArchivableValue` for an archive that a decoder with these limits would refuse.
  func check(_ byteCount: Int, _ limits: ArchiveDecoder.Limits) throws(ArchiveError) {
    try Self.check(dearest.byteCount, byteCount, limits, path: dearest.path, "of records")
    try Self.check(objects, byteCount, Self.reserved(limits), path: "", "of collections, addresses and keys")
  }

  /// Whether a decoder with these limits reads the objects of an archive of this length.
  func fits(_ byteCount: Int, _ limits: ArchiveDecoder.Limits) -> Bool {
    (try? Self.reserved(limits).check(objects, of: 1, from: byteCount)) != nil
  }

  private static func reserved(_ limits: ArchiveDecoder.Limits) -> ArchiveDecoder.Limits {
    var limits = limits
    if limits.memoryPerByte > reserve { limits.memoryPerByte -= reserve }
    return limits
  }

  static func check(
    _ cost: Int, _ byteCount: Int, _ limits: ArchiveDecoder.Limits, path: String, _ value: String
  ) throws(ArchiveError) {
    do throws(ArchiveError) { try limits.check(cost, of: 1, from: byteCount) } catch {
      throw .notArchivableValue(
        path: path, value: value,
        reason:
          "reading it takes \(cost) bytes or as much work, more than 'memoryPerByte' and 'memoryAllowance' give an archive of \(byteCount) bytes; where the decoder has higher limits, set the encoder's 'readingLimits' to them"
      )
    }
  }
}
