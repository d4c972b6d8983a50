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

nonisolated func decode(_ decoder: ArchiveReader) throws {
  _ = try decoder.decode(Note.self, forKey: "a")  // error: isolated conformance of 'Note'
  _ = try decoder.decode(Label.self, forKey: "a")  // error: isolated conformance of 'Label'
  _ = try decoder.decode(Flags.self, forKey: "a")  // error: isolated conformance of 'Flags'
}

@concurrent func load(_ file: ArchiveFile) async throws {
  _ = try await file.load(Note.self)  // error: isolated conformance of 'Note'
  try await file.save([Label]())  // error: expected argument type 'any Actor'
}
