import Foundation
import Testing

/// `archivegen layout`: what it prints of headers, and of bytes.
@Suite struct LayoutCommandTests {
  static let shop = """
    #ifdef __cplusplus
    extern "C" {
    #endif
    enum state { OPEN, PAID = 3 };
    struct money { long long amount; char currency[4]; /* archive: cstring */ };
    struct order {
      unsigned number; // archive: required
      struct money price;
      enum state state;
      unsigned urgent : 1, kind : 3;
      void *handle;
      struct order *next;
      union { int i; /* archive: case(0) */ double d; /* archive: case(default) */ } value; // archive: tag(state)
    };
    struct bad { char a; void *p; char b; };
    #ifdef __cplusplus
    }
    #endif

    """

  func shopFolder() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(
      "h/shop.h", Self.shop.replacingOccurrences(of: "void *handle;", with: "void *handle; // archive: skip"))
    return workspace
  }

  @Test("Each member has its place, its key, its archived type and its annotation")
  func text() throws {
    let outcome = try shopFolder().archivegen("layout", "h", "-C", "order", "-E")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors == "")
    #expect(
      outcome.output == """
        /* h/shop.h:6: archived as 'order', 9 keys */
        struct order {
        \tunsigned int   number;              /*     0     4 */ // number: u32  [archive: required]

        \t/* XXX 4 bytes hole, try to pack */

        \tstruct money {
        \t\tlong long      amount;      /*     8     8 */ // price.amount: i64
        \t\tchar           currency[4]; /*    16     4 */ // price.currency: utf8[4]  [archive: cstring]

        \t\t/* XXX 4 bytes padding */

        \t} price;                            /*     8    16 */ // price.*
        \tenum state     state;               /*    24     4 */ // state: u32
        \tunsigned int   urgent:1;            /*    28: 0  4 */ // urgent: bool
        \tunsigned int   kind:3;              /*    28: 1  4 */ // kind: u3

        \t/* XXX 28 bits hole, try to pack */

        \tvoid *         handle;              /*    32     8 */ // no key: an annotation skips it  [archive: skip]
        \tstruct order * next;                /*    40     8 */ // next: &order
        \tunion {
        \t\tint            i;           /*    48     4 */ // value.i: i32  if state = 0  [archive: case(0)]
        \t\tdouble         d;           /*    48     8 */ // value.d: f64  if state ≠ 0  [archive: case(default)]
        \t} value;                            /*    48     8 */ // [archive: tag(state)]

        \t/* size: 56, alignment: 8, cachelines: 1, members: 8 */
        \t/* sum members: 48, holes: 1, sum holes: 4 */
        \t/* sum bitfield members: 4 bits, bit holes: 1, sum bit holes: 28 bits */
        \t/* paddings: 1, sum paddings: 4 */
        \t/* last cacheline: 56 bytes */
        };

        """)
  }

  @Test("A type that is refused is shown with the reason")
  func refused() throws {
    let outcome = try shopFolder().archivegen("layout", "h", "-C", "struct bad")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("/* h/shop.h:15: not archived: its field 'p' (void *) is a pointer"))
    #expect(outcome.output.contains("// no key: is a pointer, and no annotation describes its target; write to(type)"))
  }

  @Test("--sizes, --holes, --contains and --pointers-to list types and members")
  func lists() throws {
    let workspace = try shopFolder()
    #expect(
      try workspace.archivegen("layout", "h", "--sizes").output
        == "money\t16\t0\tmoney\norder\t56\t2\torder\nbad\t24\t1\t-\n")
    #expect(
      try workspace.archivegen("layout", "h", "--sizes", "--holes").output == "order\t56\t2\torder\nbad\t24\t1\t-\n")
    #expect(try workspace.archivegen("layout", "h", "--contains", "money").output == "struct order: price at 8\n")
    #expect(try workspace.archivegen("layout", "h", "--pointers-to", "order").output == "struct order: next at 40\n")
    let none = try workspace.archivegen("layout", "h", "--contains", "order")
    #expect(none.output == "" && none.errors.contains("no member has 'order'"))
  }

  @Test("--reorganize shows the better order and what it saves")
  func reorganize() throws {
    let outcome = try shopFolder().archivegen("layout", "h", "-C", "bad", "--reorganize")
    #expect(outcome.output.contains("/* saved 8 bytes: 24 -> 16; archives stay as they are */"))
    let at = { (text: String) in outcome.output.range(of: text)?.lowerBound }
    #expect(try #require(at("void *")) < #require(at("char ")))
  }

  @Test("A misspelled type gets a proposal")
  func unknownType() throws {
    let outcome = try shopFolder().archivegen("layout", "h", "-C", "oder")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("no header defines a struct or union 'oder'"))
    #expect(outcome.errors.contains("did you mean 'order'?"))
  }

  @Test("Two targets stand beside each other, with the differences marked")
  func targets() throws {
    let outcome = try shopFolder().archivegen(
      "layout", "h", "-C", "bad", "--target", "x86_64-unknown-linux-gnu", "--target", "armv7-unknown-linux-gnueabihf")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.output == """
          struct bad        x86_64-unknown-linux-gnu  armv7-unknown-linux-gnueabihf  key
            a: char                             0 +1                           0 +1
        *   p: void *                           8 +8                           4 +4
        *   b: char                            16 +1                           8 +1
        *   (size)                                24                             12
        *   (alignment)                            8                              4
        *   (unused bytes)                        14                              6

        """)
    #expect(outcome.errors == "archivegen: 1 of 1 type differs\n")
  }

  @Test("Other headers are shown as the state before, and a lock is refused")
  func against() throws {
    let workspace = try shopFolder()
    try workspace.write("old/shop.h", "struct bad { char a; char b; };\n")
    let outcome = try workspace.archivegen("layout", "h", "-C", "bad", "--against", "old")
    #expect(outcome.output.contains("+   p: void *"))
    #expect(outcome.output.contains("before: old"))
    let json = try workspace.archivegen("layout", "h", "--against", "old", "--format", "json").output
    let document = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect((document["records"] as? [[String: Any]])?.count == 3)
    let lock = try workspace.archivegen("layout", "h", "--against", "archivegen.lock")
    #expect(lock.status == 1)
    #expect(lock.errors.contains("which has keys and no offsets"))
  }

  @Test("Bytes are printed as records, in the byte order of the target")
  func raw() throws {
    let workspace = try Workspace()
    try workspace.write(
      "a.h", "enum e { A, B = 2 };\nstruct s { unsigned short n; char name[4]; enum e e; unsigned f : 4, g : 4; };\n")
    let bytes: [UInt8] =
      [9, 9] + [0, 7] + Array("ab".utf8) + [0, 0, 0, 0] + [0, 0, 0, 2, 0x5a, 0, 0, 0] + [1, 2, 3]
    try Data(bytes).write(to: URL(fileURLWithPath: workspace.path + "/dump"))
    let big = try workspace.archivegen(
      "layout", "a.h", "-C", "s", "--raw", "dump", "--skip", "2", "--target", "powerpc64-unknown-linux-gnu")
    #expect(big.status == 0, "\(big.errors)")
    #expect(
      big.output == """
        /* 0: struct s at 2 */
        {
        \t.n = 7,
        \t.name = "ab",
        \t.e = B,
        \t.f = 5,
        \t.g = 10,
        },

        """)
    #expect(big.errors == "archivegen: 3 bytes remain behind 1 record; 'struct s' takes 16\n")
    let little = try workspace.run(
      "/bin/sh", ["-c", "\(Workspace.toolPath) layout a.h -C s --raw - --skip 2 --count 1 --format json < dump"])
    #expect(little.output.contains("\"n\": 1792"))
    #expect(little.output.contains("\"f\": 10"))
  }

  @Test("Too few bytes are an error that says how many there are")
  func rawErrors() throws {
    let workspace = try Workspace()
    try workspace.write("a.h", "struct s { int n[4]; };\nstruct none {};\n")
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: workspace.path + "/dump"))
    let short = try workspace.archivegen("layout", "a.h", "-C", "s", "--raw", "dump")
    #expect(short.status == 1)
    #expect(short.errors.contains("'dump' has 3 bytes behind --skip, and 'struct s' takes 16"))
    let none = try workspace.archivegen("layout", "a.h", "-C", "none", "--raw", "dump")
    #expect(none.errors.contains("'struct none' has no bytes"))
    let missing = try workspace.archivegen("layout", "a.h", "-C", "s", "--raw", "absent")
    #expect(missing.errors.contains("cannot read 'absent'"))
    let two = try workspace.archivegen("layout", "a.h", "--raw", "dump")
    #expect(two.status == 64)
    #expect(two.errors.contains("-C TYPE"))
  }

  @Test("Pictures are written as one file each, and to standard output")
  func pictures() throws {
    let workspace = try shopFolder()
    let outcome = try workspace.archivegen("layout", "h", "--svg", "shop.svg", "--html", "shop.html")
    #expect(outcome.status == 0 && outcome.output == "", "\(outcome.errors)")
    #expect(workspace.read("shop.svg")?.hasPrefix("<svg xmlns=") == true)
    #expect(workspace.read("shop.html")?.contains("struct order") == true)
    #expect(try workspace.archivegen("layout", "h", "--svg", "-").output == workspace.read("shop.svg"))
    // A symbolic link stays, and the file that it leads to is written.
    let link = "\(workspace.path)/link.svg"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(workspace.path)/shop.svg")
    #expect(try workspace.archivegen("layout", "h", "--hex", "--svg", "link.svg").status == 0)
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) != nil)
    let nowhere = try workspace.archivegen("layout", "h", "--svg", "absent/shop.svg")
    #expect(nowhere.status == 1 && nowhere.errors.contains("cannot write 'absent/shop.svg'"))
  }

  @Test("Text of a header is no markup in pictures")
  func hostileText() throws {
    let workspace = try Workspace()
    try workspace.write(
      "a.h", "struct s { int a; /* archive: key(\"</script><img src=x onerror=alert(1)>\") */ int b; };\n")
    #expect(try workspace.archivegen("layout", "a.h", "--svg", "a.svg", "--html", "a.html").status == 0)
    for file in ["a.svg", "a.html"] {
      let text = try #require(workspace.read(file))
      #expect(!text.contains("<img"))
      #expect(text.contains("&lt;img"))
    }
  }

  @Test("Types of sound headers are shown although another header has an error, and the exit code is 1")
  func headerErrors() throws {
    let workspace = try Workspace()
    try workspace.write("h/good.h", "struct good { int a; };\n")
    try workspace.write("h/bad.h", "struct broken { missing_type a; };\n")
    let outcome = try workspace.archivegen("layout", "h", "--sizes")
    #expect(outcome.status == 1)
    #expect(outcome.output == "good\t4\t0\tgood\n")
    #expect(outcome.errors.contains("missing_type"))
  }

  @Test("A configuration may name types of other headers than the one that is shown")
  func configuration() throws {
    let workspace = try Workspace()
    try workspace.write("h/a.h", "struct a { char *name; };\n")
    try workspace.write("h/b.h", "struct b { int x; };\n")
    try workspace.write(
      "h/archivegen.yml", "types:\n  a:\n    fields:\n      name: cstring\n  b:\n    fields:\n      x: required\n")
    let outcome = try workspace.archivegen("layout", "h/a.h")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("// name: &#text  [archive: cstring]"))
  }

  @Test("-C shows a type of a header that is only included")
  func includedType() throws {
    let workspace = try Workspace()
    try workspace.write("sys/point.h", "typedef struct { int x, y; } Point;\n")
    try workspace.write("a.h", "#include <point.h>\nstruct a { int n; };\n")
    let outcome = try workspace.archivegen("layout", "a.h", "-I", "sys", "-C", "Point")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("struct /* Point */ {"))
    #expect(
      outcome.output.contains("not archived: none of the given headers defines it")
        || outcome.output.contains("no archived type holds it"))
  }

  @Test("Options that exclude each other are wrong usage")
  func usage() throws {
    let workspace = try shopFolder()
    for arguments in [
      ["--sizes", "--reorganize"], ["--raw", "x", "-C", "order", "--against", "h"], ["--count", "1"],
      ["--cacheline", "0"],
      ["--sizes", "--svg", "a.svg"], ["--svg", "-", "--html", "-"],
    ] {
      let outcome = try workspace.run(Workspace.toolPath, ["layout", "h"] + arguments)
      #expect(outcome.status == 64, "\(arguments): \(outcome.errors)")
    }
    #expect(try workspace.archivegen("layout", "nothing").status == 1)
    try workspace.write("empty/a.swift", "struct A {}\n")
    #expect(try workspace.archivegen("layout", "empty").errors.contains("there are no headers in 'empty'"))
  }
}

@Suite("Layouts for other targets")
struct ForeignLayoutTests {
  @Test("Headers that need the compiler's own alone are read for any target, on a machine without its C library")
  func freestanding() throws {
    let workspace = try Workspace()
    try workspace.write(
      "h/a.h",
      "#include <stdint.h>\n#include <stddef.h>\n#include <stdbool.h>\nstruct s { uint8_t a; long b; size_t c; bool d; };\n"
    )
    for target in ["aarch64-unknown-linux-gnu", "s390x-unknown-linux-gnu", "armv7-unknown-linux-gnueabihf"] {
      let run = try workspace.archivegen("layout", "h", "--target", target, "--sizes")
      #expect(run.status == 0 && run.output.contains("s"), "\(target): \(run.output)\(run.errors)")
    }
    let both = try workspace.archivegen(
      "layout", "h", "-C", "s", "--target", "x86_64-unknown-linux-gnu", "--target", "armv7-unknown-linux-gnueabihf")
    #expect(both.status == 0 && both.output.contains("long"), "\(both.output)\(both.errors)")
  }

  @Test(
    "The option for the headers of a target's C library is the one for that target",
    arguments: [
      ("aarch64-linux-gnu", "-isystem /usr/aarch64-linux-gnu/include of Debian's libc6-dev-arm64-cross;"),
      ("armv7-unknown-linux-gnueabihf", "-isystem /usr/arm-linux-gnueabihf/include of Debian's libc6-dev-armhf-cross;"),
      ("riscv64-unknown-linux-gnu", "-isystem /usr/riscv64-linux-gnu/include of Debian's libc6-dev-riscv64-cross;"),
      ("armv7-none-eabi", "-isystem /usr/include/newlib of Debian's libnewlib-dev;"),
      ("x86_64-w64-mingw32", "-isystem /usr/share/mingw-w64/include of Debian's mingw-w64-common;"),
      ("arm64-apple-macos", "--sysroot FOLDER, or -isystem FOLDER;"),
      ("aarch64-linux-musl", "--sysroot FOLDER, or -isystem FOLDER;"),
    ])
  func option(target: String, option: String) throws {
    let workspace = try Workspace()
    try workspace.write("h/a.h", "#include <no/such/file.h>\nstruct s { int a; };\n")
    let run = try workspace.archivegen("layout", "h", "--target", target)
    #expect(run.errors.contains(option), "\(run.errors)")
  }

  @Test("Targets are not compared if the headers of one have errors, and the option that helps is named")
  func notCompared() throws {
    let workspace = try Workspace()
    try workspace.write("h/a.h", "#include <sys/types.h>\n#include <no/such/file.h>\nstruct s { pid_t a; };\n")
    let run = try workspace.archivegen(
      "layout", "h", "-C", "s", "--target", "s390x-unknown-linux-gnu", "--target", "armv7-unknown-linux-gnueabihf")
    #expect(run.status == 1 && run.output.isEmpty, "\(run.output)")
    #expect(run.errors.contains("not compared") && run.errors.contains("--sysroot"), "\(run.errors)")
  }
}
