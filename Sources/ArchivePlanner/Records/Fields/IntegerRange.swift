import ArchiveModel

extension CType {
  /// The range of an integer of every kind; nil for any other type.
  var integerRange: (bits: Int, isSigned: Bool)? { ElementType.Number(self)?.integerRange }

  /// `char` in any signedness: what text is made of.
  var isByte: Bool {
    if case .integer(8, _) = self { true } else { false }
  }
}
