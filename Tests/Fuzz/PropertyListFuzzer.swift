import Foundation

@testable import ArchiveRuntime

/// Reads any bytes as a property list, binary or XML, and visits every object in it. An error is correct; a trap, a
/// read out of bounds or a contradiction is a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPropertyList(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  GrowthSweep.run(start, count, read)
}

private func read(_ bytes: [UInt8]) {
  var limits = PropertyListLimits()
  limits.maximumXMLNesting = 100
  do throws(ArchiveError) {
    let list = try PropertyList(Data(bytes), limits: limits)
    let readable = try list.read { (view) throws(ArchiveError) in view.walk() }
    // A list that the XML reader produced must be valid throughout.
    if list.wasXML { precondition(readable == list.objectCount) }
  } catch {
    precondition(!error.description.isEmpty)
  }
}
