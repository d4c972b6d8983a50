/// A vector's scalars have separate keys: `x`, `y`, `z` and `w`; in longer vectors, their indices.
extension SIMD where Self: ArchivableComposite, Scalar: ArchivableValue {
  public func encode(to encoder: ObjectEncoder) throws {
    for index in indices { try encoder.encode(self[index], forKey: Self.laneKey(index)) }
  }

  public init(from decoder: ObjectDecoder) throws {
    self.init()
    for index in indices { self[index] = try decoder.decode(Scalar.self, forKey: Self.laneKey(index)) }
  }

  private static func laneKey(_ index: Int) -> String {
    scalarCount <= 4 ? ["x", "y", "z", "w"][index] : "\(index)"
  }
}

extension SIMD2: ArchivableValue, ArchivableComposite where Scalar: ArchivableValue {}
extension SIMD3: ArchivableValue, ArchivableComposite where Scalar: ArchivableValue {}
extension SIMD4: ArchivableValue, ArchivableComposite where Scalar: ArchivableValue {}
extension SIMD8: ArchivableValue, ArchivableComposite where Scalar: ArchivableValue {}
extension SIMD16: ArchivableValue, ArchivableComposite where Scalar: ArchivableValue {}
extension SIMD32: ArchivableValue, ArchivableComposite where Scalar: ArchivableValue {}
extension SIMD64: ArchivableValue, ArchivableComposite where Scalar: ArchivableValue {}
