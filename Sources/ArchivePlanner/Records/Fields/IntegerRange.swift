import ArchiveModel

extension CType {
  /// The width and signedness of an integer type; nil for any other type.
  var integerRange: (bits: Int, isSigned: Bool)? { ElementType.Number(self)?.integerRange }

  /// Whether the type is a `char`, signed or not, which text consists of.
  var isByte: Bool {
    if case .integer(8, _) = self { true } else { false }
  }
}
