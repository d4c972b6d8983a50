import Foundation
import Testing

@testable import ArchiveRuntime

/// Is archived as a note of its name, which is of an unrelated class.
private final class Font: ArchivableClass {
  class var archivableSubclasses: [any ArchivableObject.Type] { [FontNote.self] }
  let name: String
  init(_ name: String) { self.name = name }
  func encode(to encoder: ObjectEncoder) throws { Issue.record("It is to be replaced.") }
  init(from decoder: ObjectDecoder) throws { throw ArchiveError.missingKey(path: "never") }
  func replacementForArchiving() throws -> any ArchivableObject { FontNote(name) }
}

private final class FontNote: ArchivableClass {
  let name: String
  init(_ name: String) { self.name = name }
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(name, forKey: "name") }
  init(from decoder: ObjectDecoder) throws { name = try decoder.decode(String.self, forKey: "name") }
  func replacementAfterDecoding() throws -> any ArchivableObject { name.isEmpty ? self : Font(name) }
}

private final class Page: ArchivableClass {
  var fonts: [Font]
  init(_ fonts: [Font]) { self.fonts = fonts }
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(fonts, forKey: "fonts") }
  init(from decoder: ObjectDecoder) throws { fonts = try decoder.decode([Font].self, forKey: "fonts") }
}

/// A hierarchy of which the root lists all, and one class a sister.
private class Animal: ArchivableClass {
  class var archivableSubclasses: [any ArchivableObject.Type] { [Dog.self, Cat.self, Kennel.self] }
  nonisolated(unsafe) static var made: [String] = []
  init() {}
  func encode(to encoder: ObjectEncoder) throws {}
  required init(from decoder: ObjectDecoder) throws { Self.made.append(Self.archivedClassName) }
  func replacementAfterDecoding() throws -> any ArchivableObject { self }
}
private final class Dog: Animal {}
private final class Cat: Animal {
  override class var archivableSubclasses: [any ArchivableObject.Type] { [Kennel.self] }
}
private final class Kennel: Animal {
  override func replacementAfterDecoding() throws -> any ArchivableObject { Cat() }
}

private final class Renaming: ArchiveDecoderDelegate {
  func didDecode(_ object: any ArchivableObject) throws -> any ArchivableObject {
    (object as? FontNote).map { Font("of the delegate \($0.name)") } ?? object
  }
}

@Suite("Objects that stand in for those of other classes", .serialized) struct StandInTests {
  @Test("An object archived as one of an unrelated class that it lists is decoded as itself") func proxy() throws {
    let (serif, sans) = (Font("Serif"), Font("Sans"))
    let read = try roundTrip(Page([serif, sans, serif]))
    #expect(read.fonts.map(\.name) == ["Serif", "Sans", "Serif"])
    #expect(read.fonts[0] === read.fonts[2])
    #expect(try roundTrip(serif).name == "Serif")
  }

  @Test("It is read where several classes are asked for") func amongSeveral() throws {
    var encoder = ArchiveWriter()
    try encoder.encode(Font("Serif"), forKey: "font")
    try encoder.encode([Font("Sans"), Font("Mono")], forKey: "fonts")
    let decoder = try ArchiveReader(encoder.finish())
    try decoder.readValues { top in
      let one = try top.decodeObject(of: [FontNote.self, Font.self], forKey: "font")
      #expect((one as? Font)?.name == "Serif")
      // It is made by now.
      #expect(try top.decodeObject(of: [Page.self, Font.self], forKey: "font") === one)
      let many = try top.decodeObjects(of: [FontNote.self, Font.self], forKey: "fonts")
      #expect(many.map { ($0 as? Font)?.name } == ["Sans", "Mono"])
      #expect(throws: ArchiveError.typeNotAllowed(path: "font", found: "Font", expected: "FontNote, Page")) {
        try top.decodeObject(of: [FontNote.self, Page.self], forKey: "font")
      }
    }
  }

  @Test("The final object has to be of the requested class") func checked() throws {
    let data = try ArchiveEncoder().encode(FontNote(""))
    #expect(throws: ArchiveError.typeNotAllowed(path: "root", found: "FontNote", expected: "Font")) {
      try ArchiveDecoder().decode(Font.self, from: data)
    }
    #expect(throws: ArchiveError.typeNotAllowed(path: "root", found: "Font", expected: "FontNote")) {
      try ArchiveDecoder().decode(FontNote.self, from: try ArchiveEncoder().encode(FontNote("Serif")))
    }
  }

  @Test("A delegate's replacement counts as well") func delegate() throws {
    var decoder = ArchiveDecoder()
    decoder.delegate = Renaming()
    let read = try decoder.decode(Font.self, from: try ArchiveEncoder().encode(FontNote("")))
    #expect(read.name == "of the delegate ")
  }

  @Test("A sister is made only where the class itself lists it") func sisters() throws {
    Animal.made = []
    let data = try ArchiveEncoder().encode([Kennel()])
    #expect(throws: ArchiveError.typeNotAllowed(path: "root[0]", found: "Kennel", expected: "Dog")) {
      try ArchiveDecoder().decode([Dog].self, from: data)
    }
    #expect(Animal.made.isEmpty)
    #expect(try ArchiveDecoder().decode([Cat].self, from: data).count == 1)
    #expect(try ArchiveDecoder().decode([Animal].self, from: data)[0] is Cat)
    #expect(Animal.made == ["Kennel", "Kennel"])
  }
}
