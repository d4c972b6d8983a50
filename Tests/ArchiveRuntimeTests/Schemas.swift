@_spi(GeneratedCode) import ArchiveRuntime
import RuntimeTestC

// What archivegen writes for RuntimeTestC.h, but for `@retroactive`, which Swift refuses inside one package.
private typealias RuntimeInterface = ArchiveRuntime.GeneratedCodeInterface1

extension RuntimeTestC.order: ArchiveRuntime.ArchivableRecord {
  public static let archiveSchema = ArchiveRuntime.RecordSchema(
    "order", size: 48, alignment: 8,
    fields: [
      .scalar("order", .u32, at: 0),
      .bits("status", 3, of: .u32, at: 32),
      .bits("flag", 1, of: .bool, at: 35),
      .bits("kind", 5, of: .u32, at: 36),
      .bits("delta", 7, of: .i32, at: 41),
      .array("numbers", [2, 3], of: .u16, at: 6),
      .text("name", 16, .utf8, at: 18),
      .scalar("price", .f64, at: 40),
    ])
}

extension RuntimeTestC.sample: ArchiveRuntime.ArchivableRecord {
  public static let archiveSchema = ArchiveRuntime.RecordSchema(
    "sample", size: 40, alignment: 8,
    fields: [
      .scalar("a", .i64, at: 0), .scalar("b", .f64, at: 8), .scalar("c", .u32, at: 16), .scalar("d", .f32, at: 20),
      .scalar("e", .i16, at: 24), .scalar("f", .u8, at: 26), .scalar("g", .bool, at: 27), .scalar("h", .u32, at: 28),
    ])
}

extension RuntimeTestC.point: ArchiveRuntime.ArchivableRecord {
  public static let archiveSchema = ArchiveRuntime.RecordSchema(
    "point", size: 8, alignment: 4, fields: [.scalar("x", .i32, at: 0), .scalar("y", .i32, at: 4)])
}

extension RuntimeTestC.line: ArchiveRuntime.ArchivableRecord {
  public static let archiveSchema = ArchiveRuntime.RecordSchema(
    "line", size: 24, alignment: 4,
    fields: [
      .record("from", RuntimeTestC.point.archiveSchema, at: 0),
      .record("to", RuntimeTestC.point.archiveSchema, at: 8),
      .text("label", 8, .utf8, at: 16),
    ])
}

extension RuntimeTestC.drawing: ArchiveRuntime.ArchivableRecord {
  public static let archiveSchema = ArchiveRuntime.RecordSchema(
    "drawing", size: 108, alignment: 4,
    fields: [
      .scalar("id", .u16, at: 0),
      .records("lines", [3], of: RuntimeTestC.line.archiveSchema, at: 4),
      .records("grid", [2, 2], of: RuntimeTestC.point.archiveSchema, at: 76, as: .elements),
    ])
}

extension RuntimeTestC.numbers: ArchiveRuntime.ArchivableRecord {
  public static let archiveSchema = ArchiveRuntime.RecordSchema(
    "numbers", size: 48, alignment: 8,
    fields: [
      .scalar("b", .bool, at: 0), .scalar("i8", .i8, at: 1), .scalar("i16", .i16, at: 2), .scalar("i32", .i32, at: 4),
      .scalar("i64", .i64, at: 8), .scalar("u8", .u8, at: 16), .scalar("u16", .u16, at: 18),
      .scalar("u32", .u32, at: 20), .scalar("u64", .u64, at: 24), .scalar("f32", .f32, at: 32),
      .scalar("f64", .f64, at: 40),
    ])
}

extension RuntimeTestC.empty: ArchiveRuntime.ArchivableRecord {
  public static let archiveSchema = ArchiveRuntime.RecordSchema("empty", size: 0, alignment: 1, fields: [])
}
