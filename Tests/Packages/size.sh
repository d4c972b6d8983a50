#!/usr/bin/env bash
# Measures what a program grows by, and the processor time of a client's clean builds, with ArchiveRuntime and swift-protobuf's
# runtime: size.sh ARCHIVEGEN. Each program saves a struct of two fields (a message of eight) and loads it.
set -euo pipefail
tool=$(realpath "${1:?usage: size.sh ARCHIVEGEN}")
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

package() { # package NAME DEPENDENCY PRODUCT: a package with a C target and a program
  mkdir -p "$1/Sources/CPair/include" "$1/Sources/program"
  printf '#include <stdint.h>\nstruct pair { int32_t a; double b; };\n' >"$1/Sources/CPair/include/pair.h"
  printf 'module CPair { header "pair.h" }\n' >"$1/Sources/CPair/include/module.modulemap"
  echo >"$1/Sources/CPair/empty.c"
  cat >"$1/Package.swift" <<END
// swift-tools-version: 6.2
import PackageDescription
let package = Package(name: "$1", dependencies: [$2], targets: [
  .target(name: "CPair"), .executableTarget(name: "program", dependencies: ["CPair"$3]),
])
END
}
package ArchiveRuntime ".package(path: \"$root\")" ", .product(name: \"ArchiveRuntime\", package: \"$(basename "$root")\")"
"$tool" ArchiveRuntime/Sources/CPair/include -o ArchiveRuntime/Sources/program --quiet
cat >ArchiveRuntime/Sources/program/main.swift <<'END'
import ArchiveRuntime
import CPair
import Foundation
let file = ArchiveFile(path: CommandLine.arguments[1])
try file.blocking.save(pair(a: 1, b: 2))
print(try file.blocking.load(pair.self).b)
END

package none '' ''
cat >none/Sources/program/main.swift <<'END'
import CPair
import Foundation
try Data([1, 2]).write(to: URL(fileURLWithPath: CommandLine.arguments[1]))
print(pair(a: 1, b: Double(try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1])).count)).b)
END
# A package of the library's own name would take its place.
package Protobuf '.package(url: "https://github.com/apple/swift-protobuf", from: "1.30.0")' \
  ', .product(name: "SwiftProtobuf", package: "swift-protobuf")'
cp "$root/Tests/Benchmarks/Sources/SampleMessages/sample.pb.swift" Protobuf/Sources/program/
cat >Protobuf/Sources/program/main.swift <<'END'
import Foundation
import SwiftProtobuf
var message = SampleMessage()
message.position = 2
try message.serializedData().write(to: URL(fileURLWithPath: CommandLine.arguments[1]))
print(try SampleMessage(serializedBytes: Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))).position)
END

printf '%-16s %14s %14s %14s\n' library 'growth, kB' 'debug, s' 'release, s'
base=0
for name in none ArchiveRuntime Protobuf; do
  swift package --package-path $name resolve >resolve.log 2>&1 || {
    cat resolve.log >&2
    exit 1
  }
  seconds=()
  for configuration in debug release; do
    # shellcheck disable=SC2034
    TIMEFORMAT='%U %S'
    taken=$({ time swift build --package-path $name -c $configuration --disable-sandbox >"$name.$configuration.log" 2>&1; } 2>&1) || {
      tail -20 "$name.$configuration.log" >&2
      exit 1
    }
    seconds+=("$(awk '{print $1 + $2}' <<<"$taken")")
  done
  [[ $($name/.build/release/program "$work/file") == 2.0 ]] || { echo "size.sh: $name's program is wrong" >&2; exit 1; }
  strip -o $name.program $name/.build/release/program
  size=$(stat -c %s $name.program)
  if [[ $name == none ]]; then
    base=$size
  else
    printf '%-16s %14d %14.0f %14.0f\n' $name $(((size - base) / 1000)) "${seconds[@]}"
  fi
done
