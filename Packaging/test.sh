#!/usr/bin/env bash
# Tests install.sh: test.sh BUILT, the folder of a build that has libArchiveRuntime.a.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
built=$(cd "${1:?usage: test.sh BUILT}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/.cache
cd "$work"

fail() { echo "Packaging: $1" >&2; exit 1; }
installer() { DESTDIR=$work/stage PREFIX=${prefix:-/opt/a} LIBDIR=${libdir:-lib} BUILT=$built SWIFT_VERSION=6.3.1 STRIP= "$here/install.sh" "$1"; }
tree() { (cd stage && find . | LC_ALL=C sort); }

# What is there before stays, also in folders that `install` uses, and nothing of `install` stays.
mkdir -p stage/opt/a/share/man/man1 stage/opt/a/lib/archivegen stage/opt/b
touch stage/opt/a/share/man/man1/other.1 stage/opt/a/lib/archivegen/theirs
tree >before
installer install
tree >first
for file in bin/archivegen lib/archivegen/libArchiveRuntime.a lib/cmake/archivegen/archivegenConfig.cmake lib/pkgconfig/archiveruntime.pc \
  share/man/man1/archivegen-lock.1 share/zsh/site-functions/_archivegen share/fish/vendor_completions.d/archivegen.fish share/elvish/lib/archivegen.elv; do
  [[ -s stage/opt/a/$file ]] || fail "'$file' is not installed"
done
grep -rn '@[A-Z_]*@' stage/opt/a/lib/cmake stage/opt/a/lib/pkgconfig && fail 'a place in a template was not filled in'
grep -rl "$work" stage/opt/a/lib/cmake stage/opt/a/lib/pkgconfig stage/opt/a/lib/archivegen/installed.txt && fail 'an installed file names DESTDIR'
installer install
tree | diff first - || fail 'installing again installs other files'
# A file that this version no longer has.
mkdir -p stage/opt/a/share/archivegen/old && touch stage/opt/a/share/archivegen/old/file
printf 'file /opt/a/share/archivegen/old/file\nfolder /opt/a/share/archivegen/old\n' >>stage/opt/a/lib/archivegen/installed.txt
installer install
[[ ! -e stage/opt/a/share/archivegen/old/file ]] || fail 'a file of an earlier version stays'
touch stage/opt/a/share/zsh/theirs
installer uninstall
rm -r stage/opt/a/share/zsh
tree | diff before - || fail 'uninstalling leaves other files than were there'
installer uninstall 2>message && fail 'uninstalling what is not installed succeeds'
grep -q "there is no '$work/stage/opt/a/lib/archivegen/installed.txt'" message || fail 'the message does not name the manifest'

# Debian's folders, and a prefix with a space.
prefix='/opt/b/a prefix' libdir=lib/x86_64-linux-gnu installer install
pc=stage/opt/b/a\ prefix/lib/x86_64-linux-gnu
flags=$(PKG_CONFIG_PATH=$pc/pkgconfig pkg-config --cflags archiveruntime)
[[ -f $(eval "printf '%s' ${flags#-I}")/ArchiveRuntime.swiftmodule ]] || fail "pkg-config does not lead to the module: $flags"
prefix='/opt/b/a prefix' libdir=lib/x86_64-linux-gnu installer uninstall
tree | diff before - || fail 'uninstalling from a prefix with a space leaves files'

# What is said of it: where it is, and whether PATH and pkg-config find it.
plain() { DESTDIR= PREFIX=$work/plain LIBDIR=lib BUILT=$built SWIFT_VERSION=6.3.1 STRIP= "$here/install.sh" "$1"; }
mkdir none
PATH=$work/none:/usr/bin:/bin plain install >said
grep -q "tool  *$work/plain/bin/archivegen; PATH" said || fail 'install does not say where the tool is, and whether PATH has it'
grep -q "for pkg-config: export PKG_CONFIG_PATH=$work/plain/lib/pkgconfig" said || fail 'install does not say how pkg-config finds it'
PATH=$work/plain/bin:$PATH PKG_CONFIG_PATH=$work/plain/lib/pkgconfig plain install >said
grep -q 'bin/archivegen; PATH finds it' said && grep -q 'archiveruntime; pkg-config finds it' said || fail 'install does not see that it is found'
plain uninstall

# The pages and completions.
for page in "$here"/man/*.1; do
  LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>warnings >/dev/null
  ! grep -v "can't open 'man1/\|can't open man1/\|failed .so request" warnings || fail "man reports '$page'"
  alias=$(sed -n 's/^\.so man1\///p' "$page")
  [[ -z $alias || -f $here/man/$alias ]] || fail "'$page' refers to a page that does not exist"
done
"$built/archivegen" --generate-completion-script bash | bash -n || fail 'the completions for bash are not valid'
# Elvish has its module for completions in the interactive shell alone, so that what is called there is replaced.
sed -e '/^set edit:/d' -e 's/edit:complex-candidate .*}/put $word }/' -e 's/edit:complete-filename/put/' \
  "$here/completions/archivegen.elv" >completions.elv
completed() { (cat completions.elv && echo "complete archivegen $1") >try.elv && elvish -norc try.elv | tr -d '▶\n'; }
[[ $(completed 'inspect --format j') == *' json jsonl '* ]] || fail 'Elvish does not complete the values of an option'
[[ $(completed 'lock r') == *' release '* ]] || fail 'Elvish does not complete subcommands of subcommands'
[[ $(completed 'diff --') == *' --tolerance'* ]] || fail 'Elvish does not complete options'
[[ $(completed 'diff a.archive b.archive') == ' b.archive' ]] || fail 'Elvish does not complete files'
echo 'Packaging: installs, installs over an earlier version, and removes what it installed'
