import Foundation

/// The text for `errno` after a failed call.
struct SystemError: Error {
  let text: String
  init() { text = lastErrorText() }
}
