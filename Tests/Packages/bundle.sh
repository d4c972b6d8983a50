#!/usr/bin/env bash
# Makes an artifact bundle (SE-0305) of an executable: bundle.sh EXECUTABLE BUNDLE
set -euo pipefail
executable=${1:?usage: bundle.sh EXECUTABLE BUNDLE}
bundle=${2:?usage: bundle.sh EXECUTABLE BUNDLE}
case $(uname -sm) in
  'Linux x86_64') triple=x86_64-unknown-linux-gnu ;;
  'Linux aarch64') triple=aarch64-unknown-linux-gnu ;;
  'Darwin arm64') triple=arm64-apple-macosx ;;
  'Darwin x86_64') triple=x86_64-apple-macosx ;;
  *)
    echo "bundle: no triple is known for $(uname -sm)" >&2
    exit 1
    ;;
esac
version=$("$executable" --version)
rm -rf "$bundle"
mkdir -p "$bundle/archivegen-$triple/bin"
install -m 755 "$executable" "$bundle/archivegen-$triple/bin/archivegen"
strip "$bundle/archivegen-$triple/bin/archivegen"
cat >"$bundle/info.json" <<END
{
  "schemaVersion": "1.0",
  "artifacts": {
    "archivegen": {
      "version": "${version%% *}",
      "type": "executable",
      "variants": [
        {
          "path": "archivegen-$triple/bin/archivegen",
          "supportedTriples": ["$triple"]
        }
      ]
    }
  }
}
END
echo "$bundle: $(du -sh --apparent-size "$bundle" | cut -f1)"
