/// What a command says beside its output: one line on standard error. Text of files in it cannot act on the terminal.
package enum CommandMessage {
  package static func error(_ text: String) { write("error: ", text) }
  package static func note(_ text: String) { write("note: ", text) }

  private static func write(_ severity: String, _ text: String) {
    StandardError.write("archivegen: \(severity)\(TerminalText.line(text))\n")
  }
}
