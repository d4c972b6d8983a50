extension Collection<String> {
  /// "a, b or c"
  public var alternatives: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + suffix(1).joined()
  }

  /// "'a', 'b'", for messages; of many words the first twelve.
  public var quotedList: String { prefix(12).map { "'\($0)'" }.joined(separator: ", ") }

  /// "'a', 'b' and 3 more"
  public func quotedList(atMost most: Int) -> String {
    prefix(most).map { "'\($0)'" }.joined(separator: ", ") + (count > most ? " and \(count - most) more" : "")
  }
}

extension Int {
  /// "1 type", "2 types"
  public func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}

/// The spelling of one word of a command that messages propose.
public enum ShellWord {
  /// The word, in quotation marks if a shell would take it apart or replace something in it.
  public static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "_-=+./:,@%".utf8.contains(byte)
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
