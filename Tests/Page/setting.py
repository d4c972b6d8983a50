"""What the tests of the page are told on the command line."""
import argparse
import tempfile

parser = argparse.ArgumentParser()
parser.add_argument("archivegen", help="the built tool")
parser.add_argument("--quick", action="store_true", dest="is_quick")
SETTING, rest = parser.parse_known_args()
SETTING.rest = rest
SETTING.temporary = tempfile.TemporaryDirectory(prefix="archivegen-page-")
SETTING.folder = SETTING.temporary.name
