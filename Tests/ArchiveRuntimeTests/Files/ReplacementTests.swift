import ArchiveRuntime
import Foundation
import RuntimeTestC
import Testing

@Suite("A saved file takes the old one's place")
struct ReplacementTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("A new file has the permissions of any new file")
  func newMode() throws {
    close(open(folder["plain"], O_WRONLY | O_CREAT, 0o666))
    try ArchiveFile(path: folder["new"]).blocking.save(someOrder())
    #expect(try folder.mode("new") == folder.mode("plain"))
  }

  @Test("The old file's permissions stay", arguments: [0o600, 0o640, 0o666, 0o444, 0o755])
  func oldMode(mode: Int) throws {
    try folder.write("file", Data("old".utf8))
    try #require(chmod(folder["file"], mode_t(mode)) == 0)
    try ArchiveFile(path: folder["file"]).blocking.save(someOrder())
    #expect(try folder.mode("file") == mode)
  }

  @Test("The old file's owner stays", .enabled(if: geteuid() == 0, "only root gives files away"))
  func owner() throws {
    try folder.write("file", Data("old".utf8))
    try #require(chown(folder["file"], 12, 34) == 0)
    try ArchiveFile(path: folder["file"]).blocking.save(someOrder())
    var info = stat()
    try #require(stat(folder["file"], &info) == 0)
    #expect(info.st_uid == 12 && info.st_gid == 34)
  }

  @Test("A symbolic link is kept, and its target is replaced")
  func link() throws {
    try FileManager.default.createDirectory(atPath: folder["there"], withIntermediateDirectories: false)
    try FileManager.default.createDirectory(atPath: folder["links"], withIntermediateDirectories: false)
    try folder.write("there/file", Data("old".utf8))
    try #require(symlink("../there/file", folder["links/one"]) == 0)
    try #require(symlink(folder["links/one"], folder["two"]) == 0)
    try #require(symlink("there/new", folder["dangling"]) == 0)
    try ArchiveFile(path: folder["two"]).blocking.save(someOrder())
    try ArchiveFile(path: folder["dangling"]).blocking.save(someOrder())
    for name in ["there/file", "there/new", "two", "links/one", "dangling"] {
      #expect(bytes(try ArchiveFile(path: folder[name]).blocking.load(order.self)) == bytes(someOrder()))
    }
    #expect(folder.names == ["dangling", "links", "there", "two"])
    for name in ["two", "links/one", "dangling"] {
      #expect(throws: Never.self) { try FileManager.default.destinationOfSymbolicLink(atPath: folder[name]) }
    }
  }

  @Test("Links in a circle are an error")
  func circle() throws {
    try #require(symlink("b", folder["a"]) == 0)
    try #require(symlink("a", folder["b"]) == 0)
    #expect(failure { try ArchiveFile(path: folder["a"]).blocking.save(someOrder()) }?.code == ELOOP)
  }

  @Test("A file that cannot be replaced is an error with the reason")
  func refused() throws {
    try FileManager.default.createDirectory(atPath: folder["folder"], withIntermediateDirectories: false)
    try folder.write("file", Data("old".utf8))
    func check(_ path: String, _ operation: ArchiveError.FileOperation, _ code: Int32?, line: Int = #line) {
      let found = failure { try ArchiveFile(path: path).blocking.save(someOrder()) }
      #expect(found?.operation == operation && found?.code == code, "line \(line): \(String(describing: found))")
    }
    check(folder["folder"], .replace, nil)
    check(folder["folder/"], .replace, EISDIR)
    check(folder["missing/file"], .openFolder, ENOENT)
    check(folder["file/file"], .inspect, ENOTDIR)
    check("/dev/null", .replace, nil)
    #if os(Linux)
      check("/proc/archive", .createTemporary, ENOENT)
    #endif
    check("", .open, nil)
    check(folder["fi\0le"], .open, nil)
    let web = failure { try ArchiveFile(try #require(URL(string: "https://example.org/a"))).blocking.save(someOrder()) }
    #expect(web?.operation == .open && web?.code == nil)
    #expect(folder.names == ["file", "folder"])
    #expect(try folder.read("file") == Data("old".utf8))
  }

  @Test("An error is a sentence with the path and the system's reason")
  func sentence() throws {
    let path = folder["missing/file"]
    let error = #expect(throws: ArchiveError.self) { try ArchiveFile(path: path).blocking.load(order.self) }
    #expect(error?.description == "The file '\(path)' could not be opened: No such file or directory (errno 2).")
  }

  @Test("A folder that takes no new files keeps the old one")
  func lockedFolder() throws {
    try FileManager.default.createDirectory(atPath: folder["locked"], withIntermediateDirectories: false)
    try folder.write("new", someArchive(1, count: 1000))
    try folder.write("locked/file", Data("old".utf8))
    try #require(chmod(folder["locked/file"], 0o666) == 0 && chmod(folder["locked"], 0o555) == 0)
    defer { chmod(folder["locked"], 0o755) }
    // Root may write to every folder, so another user saves then.
    let saver = try Saver(folder["locked/file"], times: 1, user: geteuid() == 0 ? 12 : 0, [folder["new"]])
    let (status, errors) = saver.finish()
    #expect(
      status == 1 && errors.contains("no temporary file could be created in its folder: Permission denied"), "\(errors)"
    )
    #expect(try folder.read("locked/file") == Data("old".utf8))
  }

  @Test(
    "The permissions of a group that the new file cannot have are not given to another group",
    .enabled(if: geteuid() == 0, "only root can become somebody else"))
  func group() throws {
    try folder.write("new", someArchive(1, count: 1000))
    try folder.write("file", Data("old".utf8))
    try #require(chown(folder["file"], 0, 34) == 0 && chmod(folder["file"], 0o664) == 0)
    try #require(chmod(folder.path, 0o777) == 0)
    let (status, errors) = try Saver(folder["file"], times: 1, user: 12, [folder["new"]]).finish()
    #expect(status == 0, "\(errors)")
    var info = stat()
    try #require(stat(folder["file"], &info) == 0)
    #expect(info.st_uid == 12 && info.st_gid == 12)
    #expect(try folder.mode("file") == 0o644)
  }

  @Test("A value that cannot be encoded leaves the file alone")
  func encodingFails() throws {
    try folder.write("file", Data("old".utf8))
    var value = someOrder()
    withUnsafeMutableBytes(of: &value.name) { $0[0] = 0xFF }
    #expect(throws: ArchiveError.self) { try ArchiveFile(path: folder["file"]).blocking.save(value) }
    #expect(try folder.read("file") == Data("old".utf8))
    #expect(folder.names == ["file"])
  }

  @Test("When the disk is full the old file stays, and nothing else", arguments: [0, 1, 100_000, 2_900_000])
  func noRoom(beforeTheEnd: Int) throws {
    let new = someArchive(2, count: 3_000_000)
    try folder.write("file", Data("old".utf8))
    try folder.write("new", new)
    // The write before the limit is a short one, the next fails.
    let largest = beforeTheEnd == 0 ? new.count : new.count - beforeTheEnd
    let saver = try Saver(folder["file"], times: 1, largest: largest, [folder["new"]])
    let (status, errors) = saver.finish()
    #expect(folder.names == ["file", "new"])
    if beforeTheEnd == 0 {
      #expect(status == 0, "\(errors)")
      #expect(try folder.read("file") == new)
    } else {
      #expect(status == 1 && errors.contains("could not be written: File too large (errno 27)"), "\(errors)")
      #expect(try folder.read("file") == Data("old".utf8))
    }
  }
}

/// The parts of the file error that `body` throws.
func failure(
  _ body: () throws -> Void
) -> (path: String, operation: ArchiveError.FileOperation, code: Int32?, reason: String)? {
  do { try body() } catch let error as ArchiveError where error.code == .file {
    let details = error.details
    guard let path = details.path, let operation = details.fileOperation, let reason = details.reason else {
      return nil
    }
    return (path, operation, details.systemErrorNumber, reason)
  } catch {}
  return nil
}
