import Foundation
import Testing

/// `make build` installs nothing, and reports what is missing with the package names of the system.
@Suite struct BuildRequirementTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// The outcome where no libclang is found, whatever is installed here.
  private func require(_ osRelease: String) throws -> Workspace.Outcome {
    try workspace.write("os-release", osRelease)
    try workspace.write("toolchain/bin/swift", "#!/bin/sh\n")
    return try workspace.run(
      "/bin/bash", ["-c", "chmod +x toolchain/bin/swift && exec \(Self.root)/Tests/Support/require.sh"],
      environment: [
        "OS_RELEASE": "\(workspace.path)/os-release", "SWIFT": "\(workspace.path)/toolchain/bin/swift",
        "LIBCLANG_ROOTS": "\(workspace.path)/usr/lib",
      ])
  }

  @Test(
    "A missing libclang is named with the system's package",
    .enabled(if: FileManager.default.fileExists(atPath: "/etc/os-release")),
    arguments: [
      ("ID=debian\n", "apt-get install libclang-dev"),
      ("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", "apt-get install libclang-dev"),
      ("ID=\"fedora\"\n", "dnf install clang-devel"),
      ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", "dnf install clang-devel"),
      ("ID=arch\n", "pacman -S clang"), ("ID=alpine\n", "apk add clang-dev"),
      ("ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"\n", "zypper install clang-devel"),
      ("ID=unheard-of\n", "install the package of this system"),
    ])
  func missingLibrary(osRelease: String, command: String) throws {
    let outcome = try require(osRelease)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("libclang is not installed: \(command)"), "\(outcome.errors)")
  }

  @Test(
    "The libclang of the Swift toolchain suffices, and so does an installed one",
    arguments: [
      "toolchain/lib/libclang.so", "usr/lib/llvm-19/lib/libclang.so.1", "usr/lib/x86_64-linux-gnu/libclang-14.so.1",
    ])
  func present(library: String) throws {
    try workspace.write(library, "")
    let outcome = try require("ID=debian\n")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test("If no package is missing there is no message")
  func nothingMissing() throws {
    let outcome = try workspace.run("/bin/bash", ["\(Self.root)/Tests/Support/require.sh"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test("'build' and 'install' run no package manager")
  func makefile() throws {
    let outcome = try workspace.run(
      "/usr/bin/env", ["make", "-C", Self.root, "-n", "build", "install", "PREFIX=/nowhere"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("require.sh") && !outcome.output.contains("setup.sh"))
    #expect(!outcome.output.contains("apt-get"))
  }
}
