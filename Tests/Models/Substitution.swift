import ArchiveRuntime
import Foundation

/// Renamed twice.
// archive: was("Bill", "App.Bill")
final class Invoice {
  var amount = 0
  init() {}
}

// archive: name("PlainAddress"), was("Addr"), identity(street)
struct Address: Equatable {
  var street = ""
}

// archive:
struct InvoiceHolder {
  var invoice: Invoice
  var address: Address?
}

/// Archived as another object, which becomes one of these again.
// archive: replace(proxy)
class Picture {
  var name: String
  var pixels: [UInt8] = []  // archive: skip
  init(name: String) { self.name = name }
  func proxy() -> any ArchivableObject { PictureProxy(name: name) }
}

// archive: replace(itself), resolve(picture)
final class PictureProxy: Picture {
  var size = 3
  func itself() -> PictureProxy { self }
  func picture() throws -> any ArchivableObject {
    let picture = Picture(name: name)
    picture.pixels = [UInt8](repeating: 7, count: size)
    return picture
  }
}

/// The same with a replacement of an unrelated class.
// archive: replace(standIn, SoundReference)
final class Sound {
  var name: String
  var samples: [Int16] = []
  var next: Sound?
  init(name: String) { self.name = name }
  func standIn() -> any ArchivableObject { name.isEmpty ? self : SoundReference(name: name) }
}

// archive: resolve(sound)
final class SoundReference {
  let name: String
  init(name: String) { self.name = name }
  func sound() throws -> any ArchivableObject {
    if name == "wrong" { return self }
    let sound = Sound(name: name)
    sound.samples = [1, 2]
    return sound
  }
}

/// One for each name.
// archive: resolve(unique)
final class Font: @unchecked Sendable {
  let name: String
  let size: Double
  private init(_ name: String, _ size: Double) { (self.name, self.size) = (name, size) }
  init(name: String, size: Double) { (self.name, self.size) = (name, size) }
  static let system = Font("System", 12)
  func unique() -> any ArchivableObject { name == "System" && size == 12 ? Font.system : self }
}

// archive:
final class Label {
  var font: Font
  var other: Font?
  init(font: Font) { self.font = font }
}

// archive: version(3), migrate(update)
final class Account {
  var cents: Int = 0
  var owner = ""
  var migratedFrom: Int?  // archive: skip
  init() {}
  func update(from version: Int, _ decoder: ObjectDecoder) throws {
    migratedFrom = version
    if version < 2 { cents = try decoder.decode(Int.self, forKey: "euros") * 100 }
  }
}

// archive: version(2), migrate(migrate), validate
struct Temperature {
  var kelvin: Double = 0
  mutating func migrate(from version: Int, _ decoder: ObjectDecoder) throws {
    kelvin = try decoder.decode(Double.self, forKey: "celsius") + 273.15
  }
  func validate() throws {
    if kelvin < 0 { throw TooCold() }
  }
  struct TooCold: Error {}
}

/// Every class of a hierarchy has its own version, migration and check.
// archive: version(2), migrate(migrateBase), validate(checkBase)
class VersionedBase {
  var a = 0
  var log: [String] = []  // archive: skip
  init() {}
  func migrateBase(from version: Int, _ decoder: ObjectDecoder) throws { log.append("base \(version)") }
  func checkBase() { log.append("check base") }
}
// archive: version(5), migrate(migrateLeaf), validate(checkLeaf)
final class VersionedLeaf: VersionedBase {
  var b = 0
  func migrateLeaf(from version: Int, _ decoder: ObjectDecoder) throws { log.append("leaf \(version)") }
  func checkLeaf() throws { log.append("check leaf") }
}
