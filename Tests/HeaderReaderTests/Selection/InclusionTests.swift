import ArchiveModel
import HeaderReader
import Testing

@Suite("Included files")
struct InclusionTests {
  @Test(
    "A header lists every file that it includes, also those that another's include guard leaves out",
    arguments: LibraryUnderTest.all)
  func included(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder([
      "a.h": "#include \"deep/one.h\"\n", "b.h": "  #  include \"deep/one.h\" // again\n#include <lib/two.h>\n",
      "deep/one.h": "#pragma once\n#include \"../three.h\"\n", "three.h": "#pragma once\nstruct three { int x; };\n",
      "inc/lib/two.h": "#pragma once\n#define NEXT \"four.h\"\n#include NEXT\n", "inc/lib/four.h": "#pragma once\n",
      "c.h": "// #include \"three.h\"\n#if 0\n#include \"never.h\"\n#endif\n",
    ])
    let model = try folder.read(
      "a.h", "b.h", "c.h", with: library, options: .init(includePaths: [folder.path("inc")]))
    #expect(model.diagnostics == [])
    func names(_ header: Int) -> [String] {
      model.headers[header].includes.map { $0.split(separator: "/").last.map(String.init) ?? $0 }.sorted()
    }
    #expect(names(0) == ["one.h", "three.h"])
    #expect(names(1) == ["four.h", "one.h", "three.h", "two.h"])
    #expect(names(2) == [])
  }

  @Test("An input that another input includes is named as it was given", arguments: LibraryUnderTest.all)
  func inputs(library: LibraryUnderTest) throws {
    let folder = try HeaderFolder(["a.h": "#include \"b.h\"", "b.h": "#pragma once\nstruct b { int x; };"])
    let model = try folder.read("a.h", "b.h", with: library)
    #expect(model.headers[0].includes == [folder.path("b.h")])
    #expect(try model.record("b").location.file == folder.path("b.h"))
    #expect(try model.record("b").isFromInput)
  }
}
