/// Advice for a header that is not found.
struct MissingFile {
  let name: String
  let headers: [HeaderInput]

  var advice: String {
    if Self.compilers.contains(name) {
      return
        "it is one of the compiler's own headers: install libclang's package, or name another libclang in LIBCLANG_PATH"
    }
    if Self.libraryRoots.contains(name) {
      return
        "it belongs to the C library: install its development package (libc6-dev, glibc-devel); for another target name the headers of that (--sysroot, -isystem), or write -ffreestanding where the compiler's own are enough"
    }
    if let folder { return "add -I \(folder)" }
    if let system = Self.otherSystem(of: name) {
      return
        "it belongs to \(system): leave out the header that needs it with --exclude, or read for that system with --target and its headers"
    }
    return
      "name its folder with -I; 'pkg-config --cflags' prints it for an installed library; or leave out this header with --exclude"
  }

  /// A folder near the given headers in which the file would be found.
  var folder: String? {
    var looked: Set<String> = []
    for header in headers {
      var folder = FileSystem.parent(of: header.path)
      for level in 0..<4 {
        guard looked.insert(folder).inserted else { break }
        if FileSystem.exists("\(folder)/\(name)") { return folder }
        let inner = FileSystem.names(in: folder).sorted().filter { !$0.hasPrefix(".") }
        // Search beside the header, below its folder, and in the "include" folder of its project.
        if inner.count < 200, let found = inner.first(where: { FileSystem.exists("\(folder)/\($0)/\(name)") }) {
          return "\(folder)/\(found)"
        }
        guard level < 3, folder != "/", folder != "." else { break }
        folder = FileSystem.parent(of: folder)
      }
    }
    return nil
  }

  /// The operating system that has the header, if it is not this one.
  private static func otherSystem(of name: String) -> String? {
    let lowercase = name.lowercased()
    #if !os(Windows)
      if windows.contains(lowercase) || lowercase.hasPrefix("d3d") { return "Windows" }
    #endif
    #if !canImport(Darwin)
      if apple.contains(name) || appleFrameworks.contains(where: name.hasPrefix) { return "Apple's systems" }
    #endif
    return nil
  }

  private static let windows: Set<String> = [
    "windows.h", "winsock.h", "winsock2.h", "ws2tcpip.h", "windef.h", "winnt.h", "winbase.h", "objbase.h", "unknwn.h",
    "dxgi.h", "ole2.h", "io.h", "direct.h", "process.h", "tchar.h", "mswsock.h",
  ]
  private static let apple: Set<String> = ["TargetConditionals.h", "Availability.h", "AvailabilityMacros.h"]
  private static let appleFrameworks = [
    "CoreFoundation/", "CoreGraphics/", "CoreVideo/", "CoreMedia/", "CoreServices/", "Foundation/", "Cocoa/", "AppKit/",
    "UIKit/", "Metal/", "VideoToolbox/", "AudioToolbox/", "IOKit/", "OpenGL/", "Carbon/", "mach/", "Security/",
  ]

  private static let compilers: Set<String> = [
    "stddef.h", "stdarg.h", "stdbool.h", "float.h", "iso646.h", "stdalign.h", "stdnoreturn.h", "stdatomic.h",
    "tgmath.h",
  ]
  private static let libraryRoots: Set<String> = [
    "stdio.h", "stdlib.h", "string.h", "errno.h", "time.h", "sys/types.h", "unistd.h", "bits/libc-header-start.h",
  ]
}
