import ArchiveModel

/// Another record that has to be archived so that a field can be.
struct Requirement {
  enum Place {
    /// The record is part of the field's value.
    case inside
    case behindPointer
  }

  let field: Field
  let record: Record.ID
  let place: Place
}
