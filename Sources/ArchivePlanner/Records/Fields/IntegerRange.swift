import ArchiveModel

extension CType {
  /// The range of an integer of every kind; nil for any other type.
  var integerRange: (bits: Int, isSigned: Bool)? { ElementType.Number(self)?.integerRange }

  /// Whether it is a `char`, signed or not, of which text consists.
  var isByte: Bool {
    if case .integer(8, _) = self { true } else { false }
  }
}
