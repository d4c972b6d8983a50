import Foundation
import HeaderReader
import Testing

@Suite("Finding libclang")
struct LibraryTests {
  @Test("A libclang for the tests exists")
  func some() throws { _ = try LibraryUnderTest.preferred }

  @Test("Each library has the resource folder of its own version", arguments: LibraryUnderTest.all)
  func resources(library: LibraryUnderTest) throws {
    let folder = try #require(library.library.resourceFolder)
    #expect(FileManager.default.fileExists(atPath: folder + "/include/stddef.h"))
    #expect(folder.split(separator: "/").last?.hasPrefix("\(library.major)") == true, "\(folder) for \(library.major)")
  }

  @Test("The Swift toolchain's library comes first if it is in PATH")
  func toolchain() throws {
    let folder = try HeaderFolder(["usr/bin/swiftc": "", "usr/lib/libclang.so": "", "bin/x": ""])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("bin/swiftc"), withDestinationPath: folder.path("usr/bin/swiftc"))
    let found = ClangLibrary.installed(environment: ["PATH": "/nowhere:\(folder.path("bin"))"])
    let real = folder.url.resolvingSymlinksInPath().path
    #expect(found.first == "\(real)/usr/lib/libclang.so")
  }

  @Test("Without a toolchain the installed ones follow, the newest first")
  func newest() {
    let found = ClangLibrary.installed(environment: [:])
    let versions = found.compactMap { path in
      path.split(separator: "/").first { $0.hasPrefix("llvm-") }.flatMap { Int($0.dropFirst(5)) }
    }
    #expect(versions == versions.sorted(by: >))
    #expect(!found.contains { $0.contains("libclang-cpp") })
  }

  @Test("A file or a folder may be named, as argument or in LIBCLANG_PATH", arguments: LibraryUnderTest.all)
  func named(library: LibraryUnderTest) throws {
    let path = library.library.path
    #expect(try ClangLibrary.load(path: path, environment: [:]).path == path)
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    #expect(try ClangLibrary.load(environment: ["LIBCLANG_PATH": folder]).version == library.library.version)
  }

  @Test("A path that does not exist is an error with advice")
  func nowhere() throws {
    let error = #expect(throws: ClangLibraryError.self) {
      try ClangLibrary.load(environment: ["LIBCLANG_PATH": "/no/such/libclang.so"])
    }
    #expect(error == .nothing(at: "/no/such/libclang.so"))
    #expect(error?.diagnostic.advice?.contains("LIBCLANG_PATH") == true)
    #expect(ClangLibraryError.notInstalled.diagnostic.advice?.contains("apt-get install libclang-dev") == true)
  }

  @Test("A file that is no library, or another library, is an error and no crash")
  func notALibrary() throws {
    let folder = try HeaderFolder(["libclang.so": "not a library"])
    #expect(throws: ClangLibraryError.self) {
      try ClangLibrary.load(path: folder.path("libclang.so"), environment: [:])
    }
    #if os(Linux)
      let error = #expect(throws: ClangLibraryError.self) {
        try ClangLibrary.load(path: "/lib/x86_64-linux-gnu/libc.so.6", environment: [:])
      }
      if case .tooOld(_, let function)? = error { #expect(function.hasPrefix("clang_")) }
    #endif
  }
}
