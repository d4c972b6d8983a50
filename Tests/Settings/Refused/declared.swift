// Classes that say to which actor they belong, in a module whose default is none.
// setting: swift6
import ArchiveRuntime
import Foundation

@MainActor final class Note: @MainActor ArchivableClass {
  var text = ""
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(text, forKey: "text") }
  init(from decoder: ObjectDecoder) throws { text = try decoder.decode(String.self, forKey: "text") }
}

@MainActor func save(_ note: Note, _ file: ArchiveFile) async throws {
  try await file.save(note, slice: .milliseconds(2))
  try await file.save([note])
  _ = try await file.load([Note].self)
  _ = try ArchiveEncoder().encode(note)
}

func read(_ file: ArchiveFile, _ data: Data) async throws {
  _ = try await file.load(Note.self)  // error: isolated conformance of 'Note'
  _ = try await file.load([Note].self)  // error: expected argument type 'any Actor'
  _ = try ArchiveReader(data).decode(Note.self, forKey: "a")  // error: isolated conformance of 'Note'
}
