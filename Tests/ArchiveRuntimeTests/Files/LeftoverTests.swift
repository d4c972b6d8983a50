import Foundation
import Testing

@testable import ArchiveRuntime

@Suite("A search for the leftovers of killed savers") struct LeftoverTests {
  private static let second: UInt64 = 1_000_000_000

  @Test("is due once a minute, and two saves at once may ask in another order than they began in")
  func order() {
    let looks = FileLeftovers.Looks()
    let folder = stat()
    #expect(looks.isDue(folder, at: 100 * Self.second))
    // The other save took its time earlier, and asks later.
    #expect(!looks.isDue(folder, at: 99 * Self.second))
    #expect(!looks.isDue(folder, at: 159 * Self.second))
    #expect(looks.isDue(folder, at: 160 * Self.second))
  }

  @Test("forgets folders that were searched long ago, and none that another save is just searching")
  func manyFolders() {
    let looks = FileLeftovers.Looks()
    for number in 0..<1_001 {
      var folder = stat()
      folder.st_ino = ino_t(number)
      #expect(looks.isDue(folder, at: UInt64(2_000 - number) * Self.second))
    }
  }
}
