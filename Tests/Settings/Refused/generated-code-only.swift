// What only generated code calls is no part of the library's interface: it takes an import that says so.
// setting: swift6
import ArchiveRuntime

func keys(_ decoder: ObjectDecoder) throws -> String? {
  try decoder.storedKey("key", "was")  // error: 'storedKey' is inaccessible due to '@_spi' protection level
}

func fields() -> [FieldSchema] { [] }  // error: cannot find type 'FieldSchema' in scope
