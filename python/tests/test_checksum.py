"""Archives with a checksum, as FORMAT.md has it: made here with `plistlib` and `zlib`."""

import base64
import plistlib
import tempfile
import unittest
import zlib

import archivegen


def sealed(form: plistlib.PlistFormat) -> bytes:
    """A keyed archive with the root `["a text", 7]` and a checksum."""
    free = b"\x01\x02\x03\x04"

    def uid(number: int) -> object:
        # plistlib has no UIDs in XML.
        return plistlib.UID(number) if form == plistlib.FMT_BINARY else {"CF$UID": number}

    data = plistlib.dumps(
        {
            "$archiver": "NSKeyedArchiver",
            "$crc32": free,
            "$hasChecksum": True,
            "$objects": ["$null", {"$class": uid(4), "NS.objects": [uid(2), uid(3)]}, "a text", 7,
                         {"$classname": "NSArray", "$classes": ["NSArray", "NSObject"]}],
            "$top": {"root": uid(1)},
            "$version": 100000,
        }, fmt=form)
    if form == plistlib.FMT_BINARY:
        start = data.index(b"\x44" + free) + 1
        end = start + 4
    else:
        # plistlib writes the digits on a line of their own.
        start = data.index(b"<data>", data.index(b"<key>$crc32</key>")) + len(b"<data>")
        end = data.index(b"</data>", start)
    crc = zlib.crc32(data[:start] + data[end:]).to_bytes(4, "big")
    return data[:start] + (crc if form == plistlib.FMT_BINARY else base64.b64encode(crc)) + data[end:]


class Checksums(unittest.TestCase):
    def test_an_archive_with_a_fitting_checksum_is_read(self):
        for form in plistlib.PlistFormat:
            archive = archivegen.loads(sealed(form), checksum="required")
            self.assertTrue(archive.has_checksum)
            self.assertEqual(archive.root, ["a text", 7])

    def test_each_flipped_bit_is_an_error(self):
        for form in plistlib.PlistFormat:
            data = sealed(form)
            for bit in range(len(data) * 8):
                damaged = bytearray(data)
                damaged[bit // 8] ^= 1 << bit % 8
                with self.subTest(form=form, bit=bit), self.assertRaises(archivegen.ArchiveError):
                    archivegen.loads(damaged)

    def test_an_archive_that_another_program_has_edited_is_read_if_the_checksum_is_ignored(self):
        data = sealed(plistlib.FMT_BINARY)
        rewritten = plistlib.dumps(plistlib.loads(data), fmt=plistlib.FMT_BINARY, sort_keys=False)
        rewritten = rewritten.replace(b"a text", b"A TEXT")
        with self.assertRaises(archivegen.ChecksumMismatch):
            archivegen.loads(rewritten)
        self.assertEqual(archivegen.loads(rewritten, checksum="ignored").root, ["A TEXT", 7])

    def test_an_archive_without_a_checksum_is_refused_only_where_one_is_required(self):
        data = archivegen.dumps(["a text", 7])
        self.assertFalse(archivegen.loads(data).has_checksum)
        with self.assertRaises(archivegen.ChecksumMismatch):
            archivegen.loads(data, checksum="required")

    def test_what_is_written_with_a_checksum_is_found_damaged_by_every_flipped_bit(self):
        root = ["a text", 7, b"data" * 10, {"key": [1.5, None]}]
        data = archivegen.dumps(root, checksum=True)
        archive = archivegen.loads(data, checksum="required")
        self.assertEqual(archive.root[:2], root[:2])
        for bit in range(len(data) * 8):
            damaged = bytearray(data)
            damaged[bit // 8] ^= 1 << bit % 8
            with self.subTest(bit=bit), self.assertRaises(archivegen.ArchiveError):
                archivegen.loads(damaged, checksum="required")
        with tempfile.TemporaryDirectory() as folder:
            archivegen.save(f"{folder}/a", root, checksum=True)
            with open(f"{folder}/a", "rb") as file:
                self.assertEqual(file.read(), data)

    def test_other_readers_ignore_it(self):
        found = plistlib.loads(archivegen.dumps(["a text"], checksum=True))
        self.assertEqual((len(found["$crc32"]), found["$hasChecksum"]), (4, True))
        self.assertIn("a text", found["$objects"])

    def test_an_unknown_setting_is_an_error(self):
        with self.assertRaises(ValueError):
            archivegen.loads(archivegen.dumps([1]), checksum="none")


if __name__ == "__main__":
    unittest.main()
