/// How a layout is described.
public struct LayoutStyle: Sendable {
  /// Numbers in base 16.
  public var isHexadecimal = false
  public var cacheLine = 64
  /// Whether the text has colours of a terminal.
  public var isColored = false

  public init() {}

  func number(_ value: Int) -> String {
    isHexadecimal ? "0x" + String(value, radix: 16) : String(value)
  }

  func gap(_ text: String) -> String { isColored ? "\u{1B}[33m\(text)\u{1B}[0m" : text }
  func key(_ text: String) -> String { isColored ? "\u{1B}[36m\(text)\u{1B}[0m" : text }
  func faint(_ text: String) -> String { isColored ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
  func changed(_ text: String) -> String { isColored ? "\u{1B}[1;31m\(text)\u{1B}[0m" : text }
}
