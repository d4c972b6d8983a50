import Foundation
import Testing

/// Breaks that are accepted, and keys that are retired.
extension LockCommandTests {
  @Test("An incompatible change is accepted with a reason, by its rule and key")
  func accepting() throws {
    let workspace = try released()
    try workspace.write("h/item.h", Self.item.replacing("int count", with: "short count"))
    #expect(try workspace.archivegen("lock", "h").status == 2)
    #expect(try workspace.archivegen("lock", "h", "--accept", "type-narrowed:item.count").status == 64)
    let wrong = try workspace.archivegen("lock", "h", "--accept", "type-narowed:item.count", "--reason", "x")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("did you mean 'type-narrowed'?"))
    let other = try workspace.archivegen("lock", "h", "--accept", "type-narrowed:item.price", "--reason", "x")
    #expect(other.status == 1)
    #expect(other.errors.contains("breaks are type-narrowed:item.count"))
    #expect(
      try workspace.archivegen("lock", "h", "--accept", "type-narrowed:item.count", "--reason", "never above 99").status
        == 0)
    #expect(
      lock(of: workspace).contains(
        "accept type-narrowed item.count \"i32\" \"i16\" reason(\"never above 99\")\n"))
    #expect(try workspace.archivegen("check", "h").status == 0)
  }

  @Test("A retired key is no longer compared, and stays reserved")
  func retiring() throws {
    let workspace = try released()
    let early = try workspace.archivegen("lock", "h", "--retire", "item.price")
    #expect(early.status == 1)
    #expect(early.errors.contains("'item.price' is still archived"))
    try workspace.write("h/item.h", Self.item.replacing("double price; ", with: ""))
    #expect(try workspace.archivegen("check", "h").status == 2)
    #expect(try workspace.archivegen("lock", "h", "--retire", "item.price", "--reason", "free now").status == 0)
    #expect(try workspace.archivegen("check", "h").status == 0)
    try workspace.write("h/item.h", Self.item.replacing("double price", with: "char price"))
    #expect(try workspace.archivegen("check", "h").errors.contains("[key-reused]"))
  }

  @Test("Keys that are retired and used again are reported one by one, at their fields")
  func reused() throws {
    let workspace = try released()
    try workspace.write("h/item.h", "struct item { enum state { OPEN, DONE } state; };\n")
    #expect(
      try workspace.archivegen("lock", "h", "--retire", "item.price", "--retire", "item.count", "--reason", "no more")
        .status
        == 0)
    #expect(try workspace.archivegen("check", "h").status == 0)
    try workspace.write("h/item.h", Self.item)
    let run = try workspace.archivegen("check", "h")
    #expect(run.status == 2)
    #expect(run.errors.contains("h/item.h:1:19: error: item.count: the key 'count' was retired"), "\(run.errors)")
    #expect(run.errors.contains("h/item.h:1:33: error: item.price: the key 'price' was retired"), "\(run.errors)")
    let lost = try workspace.archivegen("lock", "h", "--retire", "item.prise")
    #expect(lost.status == 1)
    #expect(lost.errors.contains("the lock has no 'item.prise'") && lost.errors.contains("did you mean 'item.price'?"))
  }

  @Test("An acceptance is kept while other breaks remain, and quiet prints errors only")
  func acceptanceIsKept() throws {
    let workspace = try released()
    try workspace.write("h/item.h", "struct item { short count; enum state { OPEN, DONE } state; };\n")
    let first = try workspace.archivegen(
      "lock", "h", "--accept", "type-narrowed:item.count", "--reason", "small numbers")
    #expect(first.status == 2 && first.errors.contains("keeps what was accepted"), "\(first.errors)")
    #expect(lock(of: workspace).contains("small numbers"))
    #expect(!first.errors.contains("[type-narrowed]") && first.errors.contains("[key-removed]"))
    let second = try workspace.archivegen("lock", "h", "-q", "--accept", "key-removed:item.price", "--reason", "unused")
    #expect(second.status == 0 && second.errors.isEmpty, "\(second.errors)")
    #expect(lock(of: workspace).contains("small numbers") && lock(of: workspace).contains("unused"))
    #expect(try workspace.archivegen("check", "h").status == 0)
  }

  @Test("What is retired is kept while other breaks remain, one key after another")
  func retirementIsKept() throws {
    let workspace = try released()
    try workspace.write("h/item.h", "struct item { enum state { OPEN, DONE } state; };\n")
    let first = try workspace.archivegen("lock", "h", "--retire", "item.price", "--reason", "free")
    #expect(first.status == 2 && first.errors.contains("keeps what was retired"), "\(first.errors)")
    let second = try workspace.archivegen("lock", "h", "--retire", "item.count", "--reason", "none left")
    #expect(second.status == 0, "\(second.errors)")
    #expect(lock(of: workspace).contains("retired(\"free\")") && lock(of: workspace).contains("retired(\"none left\")"))
    #expect(try workspace.archivegen("check", "h").status == 0)
  }

  @Test(
    "What is retired can be named again with the rest, before and after the first release", arguments: [false, true])
  func retiredAgain(isReleased: Bool) throws {
    let workspace = try isReleased ? released() : Workspace()
    try workspace.write("h/item.h", Self.item)
    #expect(try workspace.archivegen("lock", "h").status == 0)
    try workspace.write("h/item.h", "struct item { enum state { OPEN, DONE } state; };\n")
    #expect(try workspace.archivegen("lock", "h", "--retire", "item.price").status == 2)
    let both = try workspace.archivegen("lock", "h", "--retire", "item.price", "--retire", "item.count")
    #expect(both.status == 0, "\(both.errors)")
    #expect(try workspace.archivegen("check", "h").status == 0)
  }

  @Test("A break that is accepted stays so when the keys that are gone are retired", arguments: [1, 2])
  func acceptedAndRetired(runs: Int) throws {
    let workspace = try released()
    try workspace.write("h/item.h", "struct item { double weight; };\n")
    let accepted = ["--accept", "nothing-in-common:item", "--reason", "a new kind"]
    let retired = ["--retire", "item.count", "--retire", "item.price", "--retire", "item.state"]
    if runs == 2 { #expect(try workspace.run(Workspace.toolPath, ["lock", "h"] + accepted).status == 2) }
    let run = try workspace.run(
      Workspace.toolPath, ["lock", "h"] + retired + (runs == 1 ? accepted : ["--reason", "a new kind"]))
    #expect(run.status == 0, "\(run.errors)")
    #expect(lock(of: workspace).contains("accept nothing-in-common item"), "\(lock(of: workspace))")
    #expect(try workspace.archivegen("check", "h").status == 0)
  }

  @Test("What no release has is accepted without a trace, in two runs as in one")
  func acceptanceWithoutTrace() throws {
    let workspace = try Workspace()
    try workspace.write("h/item.h", Self.item)
    #expect(try workspace.archivegen("lock", "h").status == 0)
    try workspace.write("h/item.h", "struct item { short count; enum state { OPEN, DONE } state; };\n")
    #expect(
      try workspace.archivegen("lock", "h", "--accept", "type-narrowed:item.count", "--reason", "one").status == 2)
    #expect(try workspace.archivegen("lock", "h", "--accept", "key-removed:item.price", "--reason", "two").status == 0)
    #expect(!lock(of: workspace).contains("one") && !lock(of: workspace).contains("two"), "\(lock(of: workspace))")
  }
}
