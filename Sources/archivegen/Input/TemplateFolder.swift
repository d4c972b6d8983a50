import ArchiveRenderer
import Foundation

/// The templates of `--templates DIR`.
enum TemplateFolder {
  static func read(_ folder: String?) throws -> [String: TemplateSource] {
    guard let folder else { return [:] }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw Failure(
        .unreadableInput, "cannot read the folder '\(folder)': \(lastErrorText())",
        advice: "name a folder of .mustache files with --templates")
    }
    var templates: [String: TemplateSource] = [:]
    for name in names where name.hasSuffix(".mustache") {
      let path = "\(folder)/\(name)"
      guard let data = fileContents(path) else {
        throw Failure(.unreadableInput, "cannot read '\(path)': \(lastErrorText())", advice: "check its permissions")
      }
      templates[String(name.dropLast(".mustache".count))] = TemplateSource(
        path: path, text: String(decoding: data, as: UTF8.self))
    }
    guard !templates.isEmpty else {
      throw Failure(
        .unknownTemplate, "there is no template in '\(folder)'",
        advice: "templates end in .mustache; the built-in ones are in the project's Templates folder")
    }
    return templates
  }
}
