/// The name in `__attribute__((swift_name("Name")))`.
enum SwiftNameAttribute {
  /// - Parameter declaration: the declaration as libclang prints it. The text in braces belongs to other declarations.
  static func find(in declaration: String) -> String? {
    let text = Array(declaration.utf8)
    let head = text.prefix { $0 != .openBrace }
    let tail = text.suffix(from: text.lastIndex(of: .closeBrace) ?? text.endIndex)
    for part in [head, tail] {
      guard let start = part.endOfFirst("swift_name(\"") else { continue }
      let name = part[start...].prefix { $0 != .quote }
      if !name.isEmpty { return String(decoding: name, as: UTF8.self) }
    }
    return nil
  }
}
