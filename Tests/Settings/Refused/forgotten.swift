// 'encode(to:)' is a requirement of 'ArchivableValue' too, which has one that writes nothing.
// setting: swift6
import ArchiveRuntime

struct Label: ArchivableComposite {  // error: write 'func encode(to encoder: ObjectEncoder) throws'
  init(from decoder: ObjectDecoder) throws {}
}

final class Note: ArchivableClass {  // error: write 'func encode(to encoder: ObjectEncoder) throws'
  init(from decoder: ObjectDecoder) throws {}
}
