import Testing

/// Headers that are read for several platforms have one lock.
extension LockCommandTests {
  @Test(
    "A lock that one platform wrote is current on the others",
    arguments: [
      "aarch64-linux-gnu", "i686-linux-gnu", "armv7-linux-gnueabihf", "powerpc64le-linux-gnu", "x86_64-pc-windows-msvc",
      "arm64-apple-macosx",
    ])
  func platforms(target: String) throws {
    let workspace = try Workspace()
    // The compiler's own names for the types, because the other platforms' C libraries are not here.
    try workspace.write(
      "h/item.h",
      """
      typedef __SIZE_TYPE__ size_t;
      typedef __PTRDIFF_TYPE__ ptrdiff_t;
      typedef __INT64_TYPE__ int64_t;
      typedef __INT_FAST32_TYPE__ int_fast32_t;
      typedef long number;
      struct item {
        long a; unsigned long b[2]; number c; size_t d; ptrdiff_t e; int_fast32_t f; int64_t g; char h; signed char i;
        char name[4]; /* archive: cstring */
        long double j;
        long n; long *values; /* archive: count(n) */
      };

      """)
    #expect(try workspace.archivegen("lock", "h").status == 0)
    #expect(
      lock(of: workspace).contains(
        """
          a i64 platforms(i32)
          b u64[2] platforms(u32)
          c i64 platforms(i32)
          d u64 platforms(u32)
          e i64 platforms(i32)
          f i64 platforms(i32)
          g i64
          h i8 platforms(u8)
          i i8
          j f80 platforms(f64, f128, dd)
          n i64 platforms(i32)
          name utf8[4]
          values &#i64 count("n") platforms(i32)

        """), "\(lock(of: workspace))")
    #expect(try workspace.archivegen("lock", "release", "1.0", "--as-is").status == 0)
    let run = try workspace.archivegen("check", "h", "--clang-arg=--target=\(target)")
    #expect(run.status == 0, "\(run.errors)")
  }
}
