import ArchiveRuntime
import Foundation

nonisolated func isMainThread() -> Bool { Thread.isMainThread }

func expect(_ condition: Bool, _ what: String, line: Int = #line) {
  if !condition {
    print("main.swift:\(line): \(what)")
    exit(1)
  }
}

/// How often others had the main actor.
var beats = 0
func beat() async {
  while !Task.isCancelled {
    beats += 1
    await Task.yield()
  }
}

func document(pageCount: Int) -> Document {
  let document = Document()
  document.title = "Report"
  document.pages = (0..<pageCount).map { $0 % 2 == 0 ? Page(number: $0) : Insert(number: $0) }
  for (page, next) in zip(document.pages, document.pages.dropFirst()) { page.next = next }
  document.pages.first?.shape = Circle(radius: 2)
  document.pages.last?.shape = Square()
  document.byName = ["first": document.pages[0]]
  document.cover = Cover(name: "blue")
  document.state = .published(version: 3)
  document.size = (1, 2)
  document.options = [Options(rawValue: 2)]
  document.priority = .high
  document.last = document.pages.last
  return document
}

func check(_ read: Document, pageCount: Int) {
  expect(read.isChecked, "validate was not called")
  expect(read.pages.count == pageCount, "pages are missing")
  expect(read.pages.map(\.number) == Array(0..<pageCount), "numbers differ")
  expect(read.pages[0].next === read.pages[1] && read.byName["first"] === read.pages[0], "links differ")
  expect(read.pages[1] is Insert && read.last === read.pages.last, "classes differ")
  expect((read.pages[0].shape as? Circle)?.radius == 2 && read.pages.last?.shape is Square, "shapes differ")
  expect(read.cover?.name == "blue" && read.size == (1, 2) && read.options.rawValue == 2, "values differ")
  guard case .published(3) = read.state, read.priority == .high else { return expect(false, "the state differs") }
}

// In a function, because code outside of one takes the calls that are not async.
func run() async throws {
  let heart = Task { await beat() }
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("archivegen-settings-\(getpid())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let file = ArchiveFile(folder.appendingPathComponent("a.archive"))

  // Without a task, on the main actor.
  check(try ArchiveDecoder().decode(Document.self, from: ArchiveEncoder().encode(document(pageCount: 4))), pageCount: 4)

  // In slices: others have their turn while it is saved, and while it is loaded.
  let count = 5_000
  let long = document(pageCount: count)
  for slice in [Duration.microseconds(200), .milliseconds(4)] {
    let before = beats
    try await file.save(long, slice: slice)
    let between = beats
    check(try await file.load(Document.self, slice: slice), pageCount: count)
    expect(between - before > 4, "the main actor was held by a save")
    expect(beats - between > 4, "the main actor was held by a load")
  }
  try await file.save(long)
  check(try await file.load(Document.self, slice: nil), pageCount: count)
  try await file.save([long], slice: nil)
  check(try await file.load([Document].self)[0], pageCount: count)

  // A task that is cancelled in the middle.
  let cancelled = Task { try await file.load([Document].self, slice: .zero) }
  cancelled.cancel()
  do {
    _ = try await cancelled.value
    expect(false, "a cancelled task went on")
  } catch is CancellationError {}

  // A type with its own isolation, and one with its own coding methods.
  let window = Window()
  window.document = document(pageCount: 3)
  try await file.save(window)
  let first = try await file.load(Window.self).document
  expect(first != nil, "no document")
  if let first { check(first, pageCount: 3) }
  let notes = [Note("a"), Note("b")]
  notes[0].others = notes
  notes[1].others = [notes[0]]
  try await file.save(notes[0])
  let read = try await file.load(Note.self)
  expect(read.others[0] === read && read.others[1].others[0] === read && read.others[1].text == "b", "notes differ")

  // An error that an object throws reaches the caller.
  try await file.save(notes)
  do {
    _ = try await file.load(Document.self)
    expect(false, "an array was read as a document")
  } catch is ArchiveError {}

  // What belongs to no actor is read elsewhere; its validate says so.
  let reading = Reading(values: [1, 2], unit: .other("yard"))
  try await file.save(reading)
  expect(try await file.load(Reading.self) == reading, "the reading differs")
  heart.cancel()
  print("Models of the main actor were archived on it; others had \(beats) turns.")
}

try await run()
