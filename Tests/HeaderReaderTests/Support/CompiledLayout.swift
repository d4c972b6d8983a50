import ArchiveModel
import Foundation
import Testing

/// What a C compiler that is not libclang makes of a header: sizes, alignments, offsets and bits of its records.
struct CompiledLayout {
  static let compiler = ["/usr/bin/cc", "/usr/bin/gcc", "/usr/bin/clang"].first(
    where: FileManager.default.isExecutableFile)

  /// "record size alignment" and "record.field firstBit width" lines. A bit-field's place is found by writing ones
  /// into it; that says bit numbers as a little-endian host counts them.
  static func lines(of model: HeaderModel, header: String, in folder: HeaderFolder) throws -> [String] {
    let compiler = try #require(compiler)
    try folder.write("layout.c", program(model, header: header))
    try run(compiler, ["-std=gnu11", "-w", "-o", folder.path("layout"), folder.path("layout.c")])
    return try run(folder.path("layout"), []).split(separator: "\n").map(String.init)
  }

  /// The same lines as the model says.
  static func lines(of model: HeaderModel) -> [String] {
    named(model).flatMap { record, _ in
      ["\(record.name ?? "") \(record.size) \(record.alignment)"]
        + reachable(record).map { "\(record.name ?? "").\($0.name) \($0.bitOffset) \($0.bitWidth ?? -1)" }
    }
  }

  private static func named(_ model: HeaderModel) -> [(record: Record, type: String)] {
    model.records.compactMap { record in
      if let typedef = record.typedefs.first { return (record, typedef) }
      return record.tag.map { (record, "\(record.kind.rawValue) \($0)") }
    }
  }

  private static func reachable(_ record: Record) -> [Field] { record.fields.filter { !$0.name.isEmpty } }

  private static func program(_ model: HeaderModel, header: String) -> String {
    var text = """
      #include <stddef.h>
      #include <stdio.h>
      #include <string.h>
      #include "\(header)"
      static int first(const void *p, size_t n) {
        for (size_t i = 0; i < n * 8; i++) if (((const unsigned char *)p)[i / 8] >> i % 8 & 1) return (int)i;
        return -1;
      }
      int main(void) {

      """
    for (record, type) in named(model) {
      let name = record.name ?? ""
      text += "  printf(\"\(name) %zu %zu\\n\", sizeof(\(type)), _Alignof(\(type)));\n"
      for field in reachable(record) {
        if let width = field.bitWidth {
          text += "  { \(type) v; memset(&v, 0, sizeof v); v.\(field.name) = -1; "
          text += "printf(\"\(name).\(field.name) %d \(width)\\n\", first(&v, sizeof v)); }\n"
        } else {
          text += "  printf(\"\(name).\(field.name) %zu -1\\n\", offsetof(\(type), \(field.name)) * 8);\n"
        }
      }
    }
    return text + "}\n"
  }

  @discardableResult
  private static func run(_ path: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(path) failed")
    return String(decoding: data, as: UTF8.self)
  }
}
