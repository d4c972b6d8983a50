import ArchiveModel
import ArgumentParser
import SchemaLock

/// `RULE:Type.key`.
struct AcceptedBreak {
  let rule: Rule
  let subject: String

  init(_ text: String) throws {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      throw ValidationError("'--accept \(text)' is not a break: write RULE:Type.key, as in the message")
    }
    guard let rule = Rule(rawValue: parts[0]) else {
      throw ValidationError(
        "there is no rule '\(parts[0])'"
          + (didYouMean(parts[0], among: Rule.allCases.map(\.rawValue)).map { "; \($0)" }
            ?? "; 'archivegen rules' lists all"))
    }
    self.rule = rule
    subject = parts[1]
  }
}
