enum RecordOutcome {
  case planned(PlannedRecord)
  /// It is left out, with the reasons.
  case refused(FieldOutcome)
  /// An annotation has an error. The errors are empty if they were reported when the annotation was read.
  case invalid(FieldOutcome)
}
