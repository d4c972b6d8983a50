import ArchiveRuntime

// archive: version(2), migrate(update)
struct Item {
  var title: String  // archive: was("name")
  var euros = 0.0
  var shelf: String?

  mutating func update(from version: Int, _ decoder: ObjectDecoder) throws {
    if version < 2 { euros = Double(try decoder.decode(Int.self, forKey: "price")) / 100 }
  }
}
