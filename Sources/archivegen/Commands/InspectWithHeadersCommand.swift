import ArchiveModel
import ArgumentParser
import Foundation
import InspectionCommands
import UntypedArchive

/// The command `archivegen inspect`, with headers that name numbers.
struct InspectWithHeadersCommand: ParsableCommand {
  static let configuration = InspectCommand.configuration

  @OptionGroup var inspect: InspectCommand
  @OptionGroup var headers: HeaderOptions

  func validate() throws {
    if inspect.schemaInputs.isEmpty, let option = headers.firstGiven {
      throw ValidationError("'\(option)' says how headers are read; name them with '--schema'")
    }
  }

  func run() throws {
    let inputs = inspect.schemaInputs
    guard !inputs.isEmpty else { return try inspect.run(names: nil) }
    guard let schema = try SchemaReading.schema(of: inputs, headers) else { throw ExitCode(1) }
    try inspect.run(names: schema.valueNames)
  }
}

extension ArchivedSchema {
  /// The enumerators and dates of the types' numbers.
  var valueNames: ValueNames {
    var names = ValueNames()
    for type in types {
      for entry in type.entries {
        guard let reading = reading(of: entry) else { continue }
        for name in [type.name] + type.formerNames {
          for key in [entry.key] + entry.formerKeys { names.add(reading, type: name, key: key) }
        }
      }
    }
    return names
  }

  private func reading(of entry: ArchivedEntry) -> ValueNames.Reading? {
    if let name = entry.enumeration, let type = self[name] {
      var enumerators: [Int64: String] = [:]
      for one in type.entries {
        // Of two names for a number the first is shown.
        if case .enumerator(let value) = one.form.base, enumerators[value] == nil { enumerators[value] = one.key }
      }
      return enumerators.isEmpty ? nil : .enumerators(enumerators)
    }
    switch entry.form.base {
    case .value(type: "Date"): return .referenceTime
    // The schema has the number that a typedef is; the declaration has its name (IEEE 1003.1, sys/types.h).
    case .number where declaresTime(entry): return .unixTime
    default: return nil
    }
  }

  /// Whether the field's declaration, of several on the line its own, is of the type `time_t`.
  private func declaresTime(_ entry: ArchivedEntry) -> Bool {
    guard let line = entry.sourceLine, line.contains("time_t") else { return false }
    let name = entry.declaredName.split(whereSeparator: { ".[]".contains($0) }).last.map(String.init) ?? ""
    let code = line.replacing(/\/\*.*?\*\//, with: " ").replacing(/\/\/.*/, with: "")
    return code.split(whereSeparator: { ";{}".contains($0) }).contains { declaration in
      let words = declaration.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      return words.contains("time_t") && words.contains { $0 == name }
    }
  }
}
