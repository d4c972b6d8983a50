/// The app's functions that pack, unpack and release the target of a pointer, as the annotation names them.
public struct PointerFunctions: Sendable, Hashable {
  public let pack: String
  public let unpack: String
  public let release: String?

  public init(pack: String, unpack: String, release: String?) {
    self.pack = pack
    self.unpack = unpack
    self.release = release
  }
}
