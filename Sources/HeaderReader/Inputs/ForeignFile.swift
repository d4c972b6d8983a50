/// Recognises files that a person does not edit.
public enum ForeignFile {
  /// - Parameter ownFolders: the compiler's folders.
  public static func isEditable(_ path: String, ownFolders: [String] = []) -> Bool {
    let real = FileSystem.realPath(path) ?? FileSystem.absolute(path)
    if real.hasPrefix("/usr/local/") || real.hasPrefix("/usr/src/") { return true }
    let folders = ["/usr", "/lib", "/lib64", "/Library/Developer", "/opt/homebrew", "/nix/store"] + ownFolders
    return !folders.contains { real.hasPrefix($0 + "/") } && !real.contains(".sdk/usr/")
  }
}
