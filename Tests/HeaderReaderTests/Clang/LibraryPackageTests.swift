import Testing

@testable import HeaderReader

@Suite("The package that brings libclang")
struct LibraryPackageTests {
  @Test(
    "is named by the system's own ID, or by one that it is like",
    arguments: [
      ("NAME=\"Debian\"\nID=debian\n", "install it with 'apt-get install libclang-dev'"),
      ("ID=\"pop\"\nID_LIKE=\"ubuntu debian\"\n", "install it with 'apt-get install libclang-dev'"),
      ("ID=fedora\n", "install it with 'dnf install clang-devel'"), ("ID=arch\n", "install it with 'pacman -S clang'"),
      ("ID='alpine'\n", "install it with 'apk add clang-dev'"),
      ("ID=\"opensuse-leap\"\nID_LIKE=\"suse opensuse\"\n", "install it with 'zypper install clang-devel'"),
      ("", "install the package of this system that has libclang, often called libclang-dev, clang-devel or clang"),
    ])
  func advice(osRelease: String, advice: String) {
    #expect(LibraryPackage(osRelease: osRelease).advice == advice)
  }
}
