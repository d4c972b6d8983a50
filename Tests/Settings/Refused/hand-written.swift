// With the main actor as default isolation, classes with coding methods of their own belong to it, and what belongs to no
// actor cannot have them.
// setting: app6
import ArchiveRuntime

final class Note: ArchivableClass {
  var text = ""
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(text, forKey: "text") }
  init(from decoder: ObjectDecoder) throws { text = try decoder.decode(String.self, forKey: "text") }
}

struct Label: ArchivableComposite {
  var text = ""
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(text, forKey: "text") }
  init(from decoder: ObjectDecoder) throws { text = try decoder.decode(String.self, forKey: "text") }
}

struct Flags: OptionSet, ArchivableValue {
  let rawValue: Int
  func encode(to encoder: ObjectEncoder) throws {}
}

nonisolated func decode() throws {
  _ = try ArchiveDecoder().decode(Note.self, from: ArchiveEncoder().encode(1))  // error: main actor-isolated conformance of 'Note'
  _ = try ArchiveDecoder().decode(Label.self, from: ArchiveEncoder().encode(1))  // error: main actor-isolated conformance of 'Label'
  _ = try ArchiveDecoder().decode(Flags.self, from: ArchiveEncoder().encode(1))  // error: main actor-isolated conformance of 'Flags'
}

@concurrent func load(_ file: ArchiveFile) async throws {
  _ = try await file.load(Note.self)  // error: main actor-isolated conformance of 'Note'
  try await file.save([Label]())  // error: is not compatible with expected argument type 'any Actor'
}
