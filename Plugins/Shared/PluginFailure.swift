/// A failure of a plugin; SwiftPM prints the message.
struct PluginFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
