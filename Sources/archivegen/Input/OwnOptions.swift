/// The options that `GenerateCommand` declares for ArgumentParser; a test compares the two.
enum OwnOptions {
  static let longNames: Set<String> = [
    "output", "exclude", "module", "access", "include", "clang-arg", "target", "config", "templates", "unresolved",
    "strict", "keep-going", "no-module-map", "single-file", "emit-empty", "list-outputs", "depfile", "dry-run", "quiet",
    "verbose", "color-diagnostics", "no-color-diagnostics", "diagnostics-format", "no-cache", "cache-dir", "lock",
    "against", "format", "mode", "accept", "retire", "reason", "releases", "witness", "goldens", "testable", "version",
    "help", "module-folder", "keep-lock",
    "type", "expand", "hex", "holes", "reorganize", "contains", "pointers-to", "sizes", "cacheline", "raw", "count",
    "skip",
    "svg", "html",
  ]
}
