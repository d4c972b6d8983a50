import ArchiveRuntime
import CGraphs

// What `migrate` in migrated.h names. The generated files beside this one call it.

extension mg_price {
  nonisolated mutating func update(from version: Int, _ decoder: RecordDecoder) throws {
    amount = Double(try decoder.decode(Int32.self, forKey: "cents")) / 100
  }
}
