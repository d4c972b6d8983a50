import Foundation

/// SQLite's own library, loaded at run time, so that the tool needs none to be built or to start.
package final class SQLiteLibrary {
  private typealias Open =
    @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>, Int32, UnsafePointer<CChar>?) -> Int32
  private typealias Prepare =
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<OpaquePointer?>,
      UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) -> Int32
  private typealias Call = @convention(c) (OpaquePointer?) -> Int32
  private typealias Message = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?
  private typealias Number = @convention(c) (OpaquePointer?, Int32) -> Int32
  private typealias Text = @convention(c) (OpaquePointer?, Int32) -> UnsafePointer<CChar>?
  private typealias Blob = @convention(c) (OpaquePointer?, Int32) -> UnsafeRawPointer?

  private let open: Open
  private let prepare: Prepare
  private let step: Call
  private let finalize: Call
  private let close: Call
  private let columnCount: Call
  private let message: Message
  private let columnType: Number
  private let columnBytes: Number
  private let columnName: Text
  private let columnBlob: Blob

  /// A mistake of the query or the database, in SQLite's words; or that there is no library.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package init() throws(Failure) {
    let names = ["libsqlite3.so.0", "libsqlite3.so", "libsqlite3.dylib", "/usr/lib/libsqlite3.dylib"]
    guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
      throw Failure(description: "SQLite's library is not installed; on Debian: apt install libsqlite3-0")
    }
    func symbol<Function>(_ name: String, as type: Function.Type) throws(Failure) -> Function {
      guard let address = dlsym(library, "sqlite3_" + name) else {
        throw Failure(description: "SQLite's library has no function sqlite3_\(name)")
      }
      return unsafeBitCast(address, to: type)
    }
    open = try symbol("open_v2", as: Open.self)
    prepare = try symbol("prepare_v2", as: Prepare.self)
    step = try symbol("step", as: Call.self)
    finalize = try symbol("finalize", as: Call.self)
    close = try symbol("close", as: Call.self)
    columnCount = try symbol("column_count", as: Call.self)
    message = try symbol("errmsg", as: Message.self)
    columnType = try symbol("column_type", as: Number.self)
    columnBytes = try symbol("column_bytes", as: Number.self)
    columnName = try symbol("column_name", as: Text.self)
    columnBlob = try symbol("column_blob", as: Blob.self)
  }

  /// Gives each BLOB of the query's result: the row, from 1, the column's name, the bytes. The database is opened for
  /// reading only.
  package func blobs(
    in database: String, query: String, _ body: (Int, String, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    guard FileManager.default.fileExists(atPath: database) else {
      throw Failure(description: "there is no database '\(database)'")
    }
    var handle: OpaquePointer?
    // SQLITE_OPEN_READONLY
    let status = open(database, &handle, 1, nil)
    defer { _ = close(handle) }
    guard status == 0 else { throw failure(handle, database) }
    var statement: OpaquePointer?
    var other: OpaquePointer?
    defer {
      _ = finalize(statement)
      _ = finalize(other)
    }
    try query.withCString { text in
      var rest: UnsafePointer<CChar>?
      guard prepare(handle, text, -1, &statement, &rest) == 0 else { throw failure(handle, database) }
      // A comment behind the statement is no statement.
      guard let rest, prepare(handle, rest, -1, &other, nil) != 0 || other != nil else { return }
      throw Failure(description: "the query has more than one statement; only one can be run")
    }
    guard statement != nil else { throw Failure(description: "the query is empty") }
    var row = 0
    while true {
      let result = step(statement)
      if result == 101 { return }
      guard result == 100 else { throw failure(handle, database) }
      row += 1
      for column in 0..<columnCount(statement) where columnType(statement, column) == 4 {
        let count = Int(columnBytes(statement, column))
        let name = columnName(statement, column).map { String(cString: $0) } ?? "\(column + 1)"
        try body(
          row, name, UnsafeRawBufferPointer(start: count == 0 ? nil : columnBlob(statement, column), count: count))
      }
    }
  }

  private func failure(_ handle: OpaquePointer?, _ database: String) -> Failure {
    Failure(description: "\(database): " + (message(handle).map { String(cString: $0) } ?? "an error of SQLite"))
  }
}
