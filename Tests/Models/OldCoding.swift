import Foundation

// Classes as an app has had them for years, with coding methods for NSKeyedArchiver, and a mark on them since today.

private let ribbonKey = "PSRibbon"

// archive:
class Poster: NSObject, NSSecureCoding {
  class var supportsSecureCoding: Bool { true }

  private enum Keys: String {
    case title = "PSTitle"
    case paper, count = "PSCount"
  }
  static let prefix = "PS"

  var title: String
  var paper: Paper = .matte
  var count: Int
  var copies: Int32 = 0
  var weight = 1.5
  var isFramed = false
  var printed: Date?
  var image = Data()
  var tags: [String] = []
  var sizes: [Int] = []
  var prices: [String: Double] = [:]
  var colors: Set<String> = []
  var frame: CGRect = .zero
  var source: URL?
  var number = UUID(uuidString: "00000000-0000-0000-0000-000000000000")!
  var artist: PosterArtist?
  var others: [Poster] = []
  weak var original: Poster?
  var papers: [Paper] = []
  var ribbon: Int = 7
  var subtitle: String?
  /// Not among what the old methods archive.
  var isNew = true
  var raw: [UInt8] = []

  init(title: String, count: Int) {
    self.title = title
    self.count = count
    super.init()
  }

  func encode(with coder: NSCoder) {
    coder.encode(title, forKey: Keys.title.rawValue)
    coder.encode(paper.rawValue, forKey: Keys.paper.rawValue)
    coder.encode(count, forKey: Keys.count.rawValue)
    coder.encode(copies, forKey: "PSCopies")
    coder.encode(NSNumber(value: weight), forKey: Self.prefix + "Weight")
    coder.encode(isFramed, forKey: "\(Poster.prefix)Framed")
    if case .some(let printed) = printed { coder.encode(printed as NSDate, forKey: "PSPrinted") }
    encodeLists(coder)
    coder.encode(frame, forKey: "PSFrame")
    coder.encode(source as NSURL?, forKey: "PSSource")
    coder.encode(number as NSUUID, forKey: "PSNumber")
    coder.encode(artist, forKey: "PSArtist")
    coder.encode(others, forKey: "PSOthers")
    coder.encodeConditionalObject(original, forKey: "PSOriginal")
    coder.encode(papers.map(\.rawValue), forKey: "PSPapers")
    let ribbonNumber = NSNumber(value: self.ribbon)
    coder.encode(ribbonNumber, forKey: ribbonKey)
    coder.encode(subtitle, forKey: "PSSubtitle")
    coder.encode(3, forKey: "PSVersion")
    unsafe raw.withUnsafeBufferPointer { unsafe coder.encodeBytes($0.baseAddress, length: $0.count, forKey: "PSRaw") }
  }

  private func encodeLists(_ coder: NSCoder) {
    coder.encode(image as NSData, forKey: "PSImage")
    coder.encode(tags as NSArray, forKey: "PSTags")
    coder.encode(sizes, forKey: "PSSizes")
    coder.encode(prices, forKey: "PSPrices")
    coder.encode(colors as NSSet, forKey: "PSColors")
  }

  required init?(coder: NSCoder) {
    guard let title = coder.decodeObject(of: NSString.self, forKey: Keys.title.rawValue) as String? else { return nil }
    self.title = title
    count = coder.decodeInteger(forKey: Keys.count.rawValue)
    paper = Paper(rawValue: coder.decodeInteger(forKey: Keys.paper.rawValue)) ?? .matte
    let text =
      coder.decodeObject(of: NSString.self, forKey: "PSSubtitle")
      ?? coder.decodeObject(of: NSString.self, forKey: "PSSecondTitle")
    subtitle = text as String?
    super.init()
  }
}

// archive:
enum Paper: Int { case glossy, matte, rough }

/// With the protocol in an extension in another file.
// archive:
final class PosterArtist: NSObject {
  var name: String
  var born: Int?

  init(name: String) { self.name = name }
  init(name: String, born: Int?) { (self.name, self.born) = (name, born) }
}

/// A subclass, whose method calls that of its superclass.
// archive:
final class SignedPoster: Poster {
  var signature = ""

  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(signature, forKey: "SPSignature")
  }

  override init(title: String, count: Int) { super.init(title: title, count: count) }

  required init?(coder: NSCoder) {
    signature = coder.decodeObject(of: NSString.self, forKey: "SPSignature") as String? ?? ""
    super.init(coder: coder)
  }
}
