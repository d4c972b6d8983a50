#!/usr/bin/env bash
# A package that depends on a release, as users write it: release_client.sh REPOSITORY VERSION
# It resolves the tag, fetches nothing but this repository, and archives a value.
set -euo pipefail
repository=$1
version=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/Sources/client"
cat >"$folder/Package.swift" <<END
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "client",
  dependencies: [.package(url: "file://$repository", from: "$version")],
  targets: [
    .executableTarget(name: "client", dependencies: [.product(name: "ArchiveRuntime", package: "archivegen")])
  ])
END
cat >"$folder/Sources/client/main.swift" <<'END'
import ArchiveRuntime
import Foundation

final class Note: ArchivableClass {
  let text: String
  weak var next: Note?

  init(_ text: String) { self.text = text }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(text, forKey: "text")
    try encoder.encodeConditionalObject(next, forKey: "next")
  }
  init(from decoder: ObjectDecoder) throws { text = try decoder.decode(String.self, forKey: "text") }
  func connect(from decoder: ObjectDecoder) throws { next = try decoder.decodeIfPresent(Note.self, forKey: "next") }
}

let note = Note("kept")
note.next = note
let copy = try ArchiveDecoder().decode(Note.self, from: try ArchiveEncoder().encode(note))
print(copy.next === copy ? copy.text : "lost")
END
cd "$folder"
"${SWIFT:-swift}" build --quiet
[[ $(.build/debug/client) == kept ]]
resolved=$(sed -n 's/.*"version" : "\(.*\)".*/\1/p' Package.resolved)
[[ $resolved == "$version" ]] || { echo "release_client: resolved '$resolved' and not $version" >&2; exit 1; }
[[ $(ls .build/checkouts) == archivegen ]] || { echo "release_client: fetched $(ls .build/checkouts)" >&2; exit 1; }
echo "a client resolves $version, fetches nothing else, and reads what it writes"
