#!/usr/bin/env bash
# Prepares a release: release.sh VERSION [CHECK...]
#
# It clones the committed work into .build-release/archivegen, makes the release's commit and tag and the first commit after it
# there, runs the checks in the clone, and collects the files of the release in .build-release/VERSION. Nothing is pushed.
# The checks are lint, test, client, docs, bundle and deb; without arguments, all.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
version=${1-}
shift || true
checks=("$@")
((${#checks[@]})) || checks=(lint test client docs bundle deb)

fail() {
  echo "release: $1" >&2
  exit 1
}
[[ $version =~ ^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$ ]] ||
  fail "'$version' is not a version: write make release VERSION=1.4.0"
[[ -z $(git status --porcelain) ]] || fail "there are changes that are not committed: commit or stash them"
[[ -z $(git tag --list "$version") ]] || fail "the tag $version exists: choose the next version"
next=$(sed -n 's/^let toolVersion = "\(.*\)"$/\1/p' Sources/archivegen/ToolVersion.swift)
[[ $next == "$version-dev" ]] ||
  fail "ToolVersion.swift says '$next': change it to '$version-dev', commit it, and run 'make goldens' for this version"
notes=$(awk '/^## /{ if (found) exit; found = ($0 == "## Not yet released"); next } found' CHANGELOG.md)
[[ -n ${notes//[[:space:]]/} ]] || fail "CHANGELOG.md has nothing below '## Not yet released'"
for lock in Tests/Goldens/*.lock; do
  grep -qx "release $version" "$lock" || fail "$lock has no release $version: run 'make goldens' and commit its files"
done

work=$root/.build-release
clone=$work/archivegen
files=$work/$version
rm -rf "$clone" "$files"
mkdir -p "$files"
git clone -q --no-hardlinks "$root" "$clone"
cd "$clone"
git config user.name "$(git -C "$root" config user.name || echo archivegen)"
git config user.email "$(git -C "$root" config user.email || echo archivegen@localhost)"
say() { echo "release: $*"; }

sed -i.old "s/^let toolVersion = .*/let toolVersion = \"$version\"/" Sources/archivegen/ToolVersion.swift
sed -i.old "s/^## Not yet released\$/## $version/" CHANGELOG.md
rm Sources/archivegen/ToolVersion.swift.old CHANGELOG.md.old
git commit -qam "archivegen $version"
git tag -a "$version" -m "archivegen $version"
say "tagged $(git rev-parse --short HEAD) as $version"

for check in "${checks[@]}"; do
  say "$check"
  case $check in
    lint) make lint ;;
    test) make test ;;
    client) Tests/Support/release_client.sh "$clone" "$version" ;;
    docs)
      make docs
      tar -C .build/docs --sort=name --mtime='2000-01-01 00:00Z' --owner=0 --group=0 --numeric-owner -cf - . | gzip -n \
        >"$files/archivegen-$version-docs.tar.gz"
      ;;
    bundle)
      make bundle
      cp .build/*.artifactbundle.zip "$files"
      ;;
    deb)
      make deb
      cp .build/deb/*.deb "$files"
      ;;
    *) fail "there is no check '$check': the checks are lint, test, client, docs, bundle and deb" ;;
  esac
done
[[ -z $(git status --porcelain) ]] || fail "the checks changed files of the checkout: $(git status --porcelain | head -3)"

git archive --prefix="archivegen-$version/" "$version" | gzip -n >"$files/archivegen-$version.tar.gz"
echo "$notes" >"$files/NOTES.md"
(cd "$files" && sha256sum -- * >SHA256SUMS)

# The first commit after the release.
minor=$(cut -d. -f2 <<<"$version")
after=$(cut -d. -f1 <<<"$version").$((minor + 1)).0-dev
sed -i.old "s/^let toolVersion = .*/let toolVersion = \"$after\"/" Sources/archivegen/ToolVersion.swift
sed -i.old "s/^## $version\$/## Not yet released\n\n## $version/" CHANGELOG.md
rm Sources/archivegen/ToolVersion.swift.old CHANGELOG.md.old
git commit -qam "After $version"

say "the files are in .build-release/$version:"
ls -l "$files" | awk 'NR > 1 { print "  " $5, $9 }'
cat <<END
release: to publish it:
  git pull --ff-only .build-release/archivegen HEAD && git fetch .build-release/archivegen tag $version
  git push origin HEAD $version
END
