@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// All texts of a file with their offsets, in the order of the file's objects; then those in tables.
package enum StringList {
  package static func write(
    _ document: ArchiveDocument, head: Int, style: LineStyle = LineStyle(), to output: OutputBuffer
  ) throws {
    var left = head
    func line(_ offset: Int, _ text: String) {
      guard left > 0 else { return }
      left -= 1
      if document.hasOffsets { output.append("@\(offset)\t") }
      style.write(StyledLine(TerminalText.escaped(text)), to: output)
    }
    for index in 0..<document.view.objectCount where left > 0 && output.isOpen {
      guard case .string(let text)? = try? document.view.node(index), let string = try? document.view.string(text)
      else { continue }
      line(text.offset, string)
    }
    guard document.keyed != nil else { return }
    var open = [try document.inspected(document.start)]
    for uid in 1..<max(document.objectCount, 1) where left > 0 {
      let value = try document.object(uid)
      guard case .object = value.meaning else { continue }
      open = [value] + open
      while let next = open.popLast() {
        for field in try document.fields(of: next)?.fields ?? [] {
          switch field.content {
          case .table(let table): column(table)
          case .graph(let graph):
            for table in graph.tables {
              if case .records(let records) = table.content { column(records) }
              if case .texts(let range) = table.content {
                for text in GraphTables.texts(range, in: document.view.bytes) where left > 0 {
                  line(text.lowerBound, String(decoding: document.view.bytes[text], as: UTF8.self))
                }
              }
            }
          default: break
          }
        }
      }
    }
    func column(_ table: ArchiveTable) {
      for column in table.columns where column.problem == nil && column.part == nil {
        guard case .text(let encoding) = column.stored.element, column.elementSize > 0 else { continue }
        for start in stride(from: column.bytes.lowerBound, to: column.bytes.upperBound, by: column.elementSize) {
          guard left > 0, output.isOpen else { return }
          let own = UnsafeRawBufferPointer(rebasing: document.view.bytes[start..<(start + column.elementSize)])
          if own.first != 0 { line(start, ArchivedArray.text(own, encoding)) }
        }
      }
    }
  }
}
