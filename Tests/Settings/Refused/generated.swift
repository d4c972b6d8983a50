// Types of the main actor within one that belongs to no actor. archivegen sees what each says itself; what the default
// isolation makes of a type is the compiler's to see.
// setting: app5
import ArchiveRuntime

// archive:
final class Window {
  var title = ""
  init() {}
}

// archive:
nonisolated struct Layout {
  var windows: [Window] = []  // error: isolated conformance of 'Window'
}
