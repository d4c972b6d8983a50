import Foundation

extension PosterArtist: NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  fileprivate struct Key: RawRepresentable {
    var rawValue: String
    static let name = Key(rawValue: "PAName")
  }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: Key.name.rawValue)
    if let year = born { coder.encode(year, forKey: "PABorn") }
  }

  convenience init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: Key.name.rawValue) as String? else { return nil }
    self.init(name: name, born: coder.containsValue(forKey: "PABorn") ? coder.decodeInteger(forKey: "PABorn") : nil)
  }
}
