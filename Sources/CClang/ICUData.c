#ifdef __linux__

#include <stdint.h>

// The data of Foundation's ICU, without entries (ICU calls that stub data). A tool with Swift's libraries linked in would
// have 34 MB of names and rules of languages, none of which archivegen uses: in the installed tool, Foundation's formatters,
// calendars and time zones know no language. The linker takes this symbol before it searches the libraries. It is hidden, so
// that a Foundation that is linked dynamically keeps its own data. The number is that of the ICU in Swift 6.3; with another
// one the tool is larger, and nothing else changes.
//
// The layout is that of ICU's files: a header of 32 bytes, and a table of contents with no entries.
__attribute__((visibility("hidden"), aligned(16), used)) const struct {
  uint16_t header_size;
  uint8_t magic[2];
  uint16_t info_size, info_reserved;
  uint8_t is_big_endian, charset_family, sizeof_uchar, reserved;
  uint8_t format[4], format_version[4], data_version[4], padding[8];
  uint32_t count, end[5];
} icudt76_dat = {
    .header_size = 32,
    .magic = {0xda, 0x27},
    .info_size = 20,
    .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .sizeof_uchar = 2,
    .format = {'T', 'o', 'C', 'P'},
    .format_version = {1},
};

#endif
