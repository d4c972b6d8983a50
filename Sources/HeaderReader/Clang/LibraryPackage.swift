/// The package that has libclang, and the command of this system that installs it.
struct LibraryPackage {
  let advice: String

  static var ofThisSystem: LibraryPackage {
    #if os(macOS)
      LibraryPackage(advice: "install Xcode, or its tools with 'xcode-select --install', or 'brew install llvm'")
    #else
      LibraryPackage(
        osRelease: ["/etc/os-release", "/usr/lib/os-release"].lazy.map(SmallFile.contents).first { !$0.isEmpty } ?? "")
    #endif
  }

  /// - Parameter osRelease: the text of os-release(5), which has the system's `ID` and `ID_LIKE`.
  init(osRelease: String) {
    let systems = ["ID", "ID_LIKE"].flatMap { Self.value(of: $0, in: osRelease).split(separator: " ").map(String.init) }
    let command = systems.lazy.compactMap { Self.commands[$0] }.first
    advice =
      command.map { "install it with '\($0)'" }
      ?? "install the package of this system that has libclang, often called libclang-dev, clang-devel or clang"
  }

  private init(advice: String) { self.advice = advice }

  private static func value(of key: String, in text: String) -> String {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(key + "=") }) else { return "" }
    return line.dropFirst(key.count + 1).filter { $0 != "\"" && $0 != "'" }
  }

  /// The commands by the system's ID. Tests/Support/require.sh has the same commands for building.
  private static let commands = [
    "debian": "apt-get install libclang-dev", "ubuntu": "apt-get install libclang-dev",
    "fedora": "dnf install clang-devel", "rhel": "dnf install clang-devel", "centos": "dnf install clang-devel",
    "amzn": "dnf install clang-devel", "arch": "pacman -S clang", "alpine": "apk add clang-dev",
    "suse": "zypper install clang-devel", "opensuse": "zypper install clang-devel",
    "opensuse-leap": "zypper install clang-devel", "opensuse-tumbleweed": "zypper install clang-devel",
    "gentoo": "emerge llvm-core/clang", "void": "xbps-install clang", "nixos": "nix-shell -p libclang",
    "freebsd": "pkg install llvm",
  ]
}
