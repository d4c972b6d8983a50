/// Where Debian has the headers of C libraries for other platforms.
struct TargetHeaders {
  let folder: String
  let package: String

  /// - Parameter triple: as clang writes it: `aarch64-linux-gnu`, `armv7-none-eabi`.
  /// - Returns: nil for a platform for which Debian has none.
  init?(_ triple: String) {
    let parts = triple.split(separator: "-")
    guard let processor = parts.first, parts.count > 1 else { return nil }
    if triple.contains("mingw") || triple.hasSuffix("windows-gnu") {
      (folder, package) = ("/usr/share/mingw-w64/include", "mingw-w64-common")
    } else if parts.contains("none") || parts.last == "elf" {
      (folder, package) = ("/usr/include/newlib", "libnewlib-dev")
    } else if parts.contains("linux"), let (name, debian) = Self.linux(processor, parts) {
      (folder, package) = ("/usr/\(name)/include", "libc6-dev-\(debian)-cross")
    } else {
      return nil
    }
  }

  /// The option that reads them.
  var advice: String { "-isystem \(folder) of Debian's \(package)" }

  private static func linux(_ processor: Substring, _ parts: [Substring]) -> (name: String, debian: String)? {
    // Other C libraries than glibc have no such packages.
    guard let system = parts.last, system == "linux" || system.hasPrefix("gnu") else { return nil }
    switch processor {
    case "aarch64", "arm64": return ("aarch64-linux-gnu", "arm64")
    case let name where name.hasPrefix("arm"):
      return system.hasSuffix("hf") ? ("arm-linux-gnueabihf", "armhf") : ("arm-linux-gnueabi", "armel")
    case "i386", "i486", "i586", "i686": return ("i686-linux-gnu", "i386")
    case "x86_64": return ("x86_64-linux-gnu", "amd64")
    case "powerpc64le", "ppc64le": return ("powerpc64le-linux-gnu", "ppc64el")
    case "powerpc64", "ppc64": return ("powerpc64-linux-gnu", "ppc64")
    case "powerpc", "ppc": return ("powerpc-linux-gnu", "powerpc")
    case "riscv64", "s390x", "sparc64", "m68k", "hppa", "sh4":
      return ("\(processor)-linux-gnu", String(processor))
    default: return nil
    }
  }
}
