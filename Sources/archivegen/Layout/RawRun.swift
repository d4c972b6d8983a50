import ArchiveInspection
import ArchiveModel
import Foundation
import LayoutInspection

/// Prints the records of a file. One part of the file is in memory at a time, unless a flexible array follows a record.
struct RawRun {
  private let command: LayoutCommand
  private let printer: DiagnosticOutput
  private let style: LayoutStyle

  init(_ command: LayoutCommand, _ printer: DiagnosticOutput, _ style: LayoutStyle) {
    self.command = command
    self.printer = printer
    self.style = style
  }

  func run(_ path: String, _ index: LayoutIndex, _ record: Record) throws {
    let reader = RawReader(index, record)
    let name = index.layout(of: record).name
    guard reader.size > 0 || reader.hasFlexibleArray else {
      throw Failure(.unreadableInput, "'\(name)' has no bytes", advice: "name another type with -C")
    }
    var input = try RawInput(path)
    try input.skip(command.skip)
    try StandardOutput.write(isStyled: style.isColored) { output in
      // What comes before a problem is written.
      defer { output.flush() }
      try writeRecords(of: &input, path, reader, name, to: output)
    }
  }

  private func writeRecords(
    of input: inout RawInput, _ path: String, _ reader: RawReader, _ name: String, to output: OutputBuffer
  ) throws {
    var offset = command.skip
    var count = 0
    let readsRest = reader.hasFlexibleArray && (command.count ?? 1) == 1
    if command.format == .json { output.append("[") }
    while output.isOpen, count < command.count ?? .max, !(readsRest && count > 0) {
      let bytes = try readsRest ? input.rest() : input.read(reader.size)
      guard bytes.count >= max(1, reader.size) else {
        try end(count, bytes.count, name, reader.size, path, output)
        break
      }
      switch command.format {
      case .json:
        let text = reader.json(bytes[...]).text
        output.append((count > 0 ? ",\n" : "\n") + String(text.dropLast()))
      case .text, .markdown:
        let place = style.isHexadecimal ? "0x" + String(offset, radix: 16) : String(offset)
        output.append(
          "/* \(count): \(name) at \(place) */\n\(reader.text(bytes[...], hexadecimal: style.isHexadecimal)),\n")
      }
      count += 1
      offset += bytes.count
    }
    if command.format == .json { output.append(count > 0 ? "\n]\n" : "]\n") }
  }

  /// The bytes are not enough for one more record.
  private func end(
    _ count: Int, _ rest: Int, _ name: String, _ size: Int, _ path: String, _ output: OutputBuffer
  ) throws {
    if let wanted = command.count {
      if command.format == .json { output.append(count > 0 ? "\n]\n" : "]\n") }
      throw Failure(
        .unreadableInput,
        "'\(path)' has \(count.counted("record")) of '\(name)', and not \(wanted): \(rest.counted("byte")) remain of \(size)",
        advice: "check --skip and --count, and whether --target is the machine that wrote the bytes")
    }
    if count == 0 {
      if command.format == .json { output.append("]\n") }
      throw Failure(
        .unreadableInput, "'\(path)' has \(rest.counted("byte")) behind --skip, and '\(name)' takes \(size)",
        advice: "check --skip, and whether --target is the machine that wrote the bytes")
    }
    if rest > 0 {
      printer.print(
        line: "archivegen: \(rest.counted("byte")) remain behind \(count.counted("record")); '\(name)' takes \(size)")
    }
  }

}

/// A file that is read in parts.
private struct RawInput {
  private let file: FileHandle
  private let path: String
  private var buffer: [UInt8] = []
  private var start = 0
  private static let part = 1 << 20

  init(_ path: String) throws {
    self.path = path
    if path == "-" {
      file = .standardInput
    } else if let opened = FileHandle(forReadingAtPath: path) {
      file = opened
    } else {
      throw Failure(.unreadableInput, "cannot read '\(path)': \(lastErrorText())", advice: "check the path after --raw")
    }
  }

  /// A pipe cannot seek, so bytes are read and forgotten.
  mutating func skip(_ count: Int) throws {
    if path != "-", (try? file.seek(toOffset: UInt64(count))) != nil { return }
    var rest = count
    while rest > 0 {
      let bytes = try read(min(rest, Self.part))
      if bytes.isEmpty { return }
      rest -= bytes.count
    }
  }

  mutating func read(_ count: Int) throws -> [UInt8] {
    while buffer.count - start < count {
      guard let more = try next() else { break }
      buffer.removeFirst(start)
      start = 0
      buffer += more
    }
    let end = min(buffer.count, start + count)
    defer { start = end }
    return Array(buffer[start..<end])
  }

  mutating func rest() throws -> [UInt8] {
    while let more = try next() { buffer += more }
    defer { start = buffer.count }
    return Array(buffer[start...])
  }

  private func next() throws -> Data? {
    do {
      guard let more = try file.read(upToCount: Self.part), !more.isEmpty else { return nil }
      return more
    } catch {
      throw Failure(.unreadableInput, "cannot read '\(path)': \(lastErrorText())", advice: "check the path after --raw")
    }
  }
}
