/// The headers of the C library that declare well-known names (C17 and POSIX.1-2017).
enum StandardNames {
  /// The header of names of old systems, which many projects define themselves.
  static func olderHeader(of name: String) -> String? { older.contains(name) ? "sys/types.h" : nil }

  /// - Parameter name: `size_t`, or `struct timeval` for a tag.
  static func header(of name: String) -> String? {
    if let header = headers[name] { return header }
    if name.hasSuffix("_t"), name.hasPrefix("int") || name.hasPrefix("uint"), name.contains(where: \.isNumber) {
      return "stdint.h"
    }
    if name.hasPrefix("pthread_") { return "pthread.h" }
    return nil
  }

  private static let older: Set = [
    "u_char", "u_short", "u_int", "u_long", "uint", "ushort", "ulong", "caddr_t", "quad_t", "u_quad_t",
  ]

  private static let headers: [String: String] = {
    var headers: [String: String] = [:]
    for (header, names) in names {
      for name in names.split(separator: " ") {
        // A tag is written after its keyword.
        headers[name.hasPrefix("struct:") ? "struct " + name.dropFirst(7) : String(name)] = header
      }
    }
    return headers
  }()

  private static let names = [
    ("stddef.h", "size_t ptrdiff_t wchar_t max_align_t NULL offsetof"),
    ("stdint.h", "intptr_t uintptr_t intmax_t uintmax_t UINT8_MAX UINT16_MAX UINT32_MAX UINT64_MAX INT32_MAX SIZE_MAX"),
    ("stdbool.h", "bool true false"),
    ("stdarg.h", "va_list"),
    ("stdio.h", "FILE fpos_t EOF BUFSIZ"),
    ("time.h", "time_t clock_t clockid_t timer_t struct:tm struct:timespec struct:itimerspec"),
    ("sys/time.h", "struct:timeval struct:itimerval struct:timezone"),
    (
      "sys/types.h",
      "ssize_t off_t off64_t loff_t pid_t uid_t gid_t mode_t dev_t ino_t nlink_t id_t key_t blkcnt_t blksize_t fsblkcnt_t fsfilcnt_t u_int8_t u_int16_t u_int32_t u_int64_t suseconds_t useconds_t"
    ),
    ("sys/socket.h", "socklen_t sa_family_t struct:sockaddr struct:sockaddr_storage struct:msghdr struct:cmsghdr"),
    ("sys/uio.h", "struct:iovec"),
    (
      "netinet/in.h",
      "in_addr_t in_port_t struct:in_addr struct:in6_addr struct:sockaddr_in struct:sockaddr_in6 INET6_ADDRSTRLEN INET_ADDRSTRLEN"
    ),
    ("sys/stat.h", "struct:stat"),
    ("sys/select.h", "fd_set"),
    ("signal.h", "sigset_t siginfo_t sig_atomic_t stack_t struct:sigaction"),
    ("setjmp.h", "jmp_buf sigjmp_buf"),
    ("wchar.h", "wint_t mbstate_t"),
    ("wctype.h", "wctype_t wctrans_t"),
    ("uchar.h", "char16_t char32_t"),
    ("locale.h", "locale_t struct:lconv"),
    ("dirent.h", "DIR struct:dirent"),
    ("limits.h", "PATH_MAX NAME_MAX IOV_MAX HOST_NAME_MAX INT_MAX UINT_MAX LONG_MAX CHAR_BIT"),
    ("termios.h", "speed_t tcflag_t cc_t struct:termios"),
    ("sys/resource.h", "rlim_t struct:rlimit struct:rusage"),
    ("semaphore.h", "sem_t"),
    ("regex.h", "regex_t regmatch_t regoff_t"),
    ("glob.h", "glob_t"),
    ("poll.h", "nfds_t struct:pollfd"),
    ("stdatomic.h", "atomic_int atomic_uint atomic_bool atomic_flag atomic_size_t"),
    ("complex.h", "complex"),
    ("endian.h", "__BYTE_ORDER"),
    ("net/if.h", "IFNAMSIZ struct:ifreq IF_NAMESIZE"),
    (
      "linux/types.h",
      "__u8 __u16 __u32 __u64 __s8 __s16 __s32 __s64 __le16 __le32 __le64 __be16 __be32 __be64 __kernel_size_t"
    ),
  ]
}
