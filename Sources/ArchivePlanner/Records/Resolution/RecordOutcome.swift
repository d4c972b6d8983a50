import ArchiveModel

enum RecordOutcome {
  case planned(PlannedRecord)
  /// With what is to be said of it.
  case refused(FieldOutcome)
  /// An annotation is wrong; the mistakes say how, if nothing has yet.
  case invalid(FieldOutcome)
}
