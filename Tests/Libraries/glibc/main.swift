// Results of glob and getpwnam: archived, decoded, compared with the library's, and used.
import ArchiveRuntime
import CResults
import Glibc

struct Failure: Error, CustomStringConvertible {
  let description: String
}

func require(_ holds: Bool, _ message: String) throws {
  if !holds { throw Failure(description: message) }
}

func checkFiles(_ pattern: String) throws {
  var original = found_files()
  try require(glob(pattern, GLOB_MARK, nil, &original.files) == 0, "glob(\(pattern)) fails")
  defer { globfree(&original.files) }
  let data = try withUnsafePointer(to: &original) { root throws in try ArchiveEncoder().encode(graph: root) }
  let root = try ArchiveDecoder().decodeGraph(found_files.self, from: data).release()
  guard let root, let found = root.pointee.files.gl_pathv, let expected = original.files.gl_pathv else {
    throw Failure(description: "no paths")
  }
  try require(root.pointee.files.gl_pathc == original.files.gl_pathc, "gl_pathc")
  try require(root.pointee.files.gl_offs == original.files.gl_offs, "gl_offs")
  try require(root.pointee.files.gl_flags == original.files.gl_flags, "gl_flags")
  for index in 0..<Int(original.files.gl_pathc) {
    guard let path = found[index], let same = expected[index] else { throw Failure(description: "no path") }
    try require(path != same, "a path was not decoded")
    try require(strcmp(path, same) == 0, "path \(index)")
    // A link without its target is a path too.
    var status = stat()
    try require(lstat(path, &status) == 0, "\(String(cString: path)) is not there")
  }
  print("  glob(\(pattern)): \(original.files.gl_pathc) paths, each is there")
  // glob's own function frees what was decoded.
  globfree(&root.pointee.files)
  free(root)
}

func checkUser(_ name: String) throws {
  guard let user = getpwnam(name) else { throw Failure(description: "there is no user \(name)") }
  var original = found_user(user: user)
  let data = try withUnsafePointer(to: &original) { root throws in try ArchiveEncoder().encode(graph: root) }
  // The decoded one shares nothing with the library's buffer, which the next call writes over.
  let expected = [
    user.pointee.pw_name, user.pointee.pw_passwd, user.pointee.pw_gecos, user.pointee.pw_dir, user.pointee.pw_shell,
  ]
  .map { text($0) }
  try require(getpwnam("nobody") != nil, "there is no user nobody")
  let graph = try ArchiveDecoder().decodeGraph(found_user.self, from: data)
  guard let found = graph.root?.pointee.user?.pointee else { throw Failure(description: "no user") }
  try require(
    [found.pw_name, found.pw_passwd, found.pw_gecos, found.pw_dir, found.pw_shell].map { text($0) } == expected,
    "a text")
  try require(getpwuid(found.pw_uid)?.pointee.pw_gid == found.pw_gid, "the numbers")
  try require(text(getpwuid(found.pw_uid)?.pointee.pw_name) == text(found.pw_name), "the user's name by number")
  try require(access(found.pw_dir, F_OK) == 0 && access(found.pw_shell, F_OK) == 0, "home and shell are not there")
  withExtendedLifetime(graph) {}
  print("  getpwnam(\(name)): \(expected.map { $0 ?? "NULL" }.joined(separator: ":"))")
}

func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }

print("glob and getpwnam:")
try checkFiles("/usr/include/*.h")
try checkFiles("/etc/*")
try checkUser("root")
