import ArchiveModel

/// Types of headers that have the name of another type of the C library.
///
/// C has one name for a struct in all modules of a program. Where two modules define it differently, clang refuses both, whatever
/// Swift calls them: `CFarm.entry` is no way out. Every program that archives has the modules of Foundation, and so the library's.
struct SystemTags {
  private struct Known {
    let name: String
    /// As messages call it.
    let words: String
    let location: SourceLocation
    var record: Record.ID?
  }

  /// The structs and unions by the names that they share with the library's.
  private let types: [String: Known]
  /// The files of the input, in which enumerations are the input's.
  private let files: Set<String>

  init(_ records: [Record]) {
    types = Dictionary(
      records.lazy.compactMap { record in Self.known(record).map { ($0.name, $0) } },
      uniquingKeysWith: { first, _ in first })
    files = Set(records.lazy.filter(\.isFromInput).map(\.location.file))
  }

  /// Why no code for the record would compile; nil if none of its fields has to do with such a type.
  func refusal(of record: Record) -> Refusal? {
    if let known = Self.known(record), let first = record.fields.first {
      return Self.refusal(first, "is in another", known)
    }
    for field in record.fields {
      switch field.type.innermost {
      case .record(let id):
        guard let known = types.first(where: { $0.value.record == id })?.value else { break }
        return Self.refusal(field, "is of, or leads to, another", known)
      case .enumeration(let enumeration):
        guard let known = self.known(enumeration, of: field) else { break }
        return Self.refusal(field, "is of another", known)
      default: break
      }
      // Swift looks for all that has the name.
      if let known = types[field.name] { return Self.refusal(field, "has the name of another", known) }
    }
    return nil
  }

  private static func refusal(_ field: Field, _ relation: String, _ known: Known) -> Refusal {
    let keeping = known.record == nil ? "" : "; with '// archive: name(\"\(known.name)\")' archives keep this one"
    let advice = "give '\(known.words)' another name\(keeping)"
    return Refusal(
      id: .systemTag, field: field,
      reason: "\(relation) '\(known.name)' than the C library's, and Swift compiles no program that has both",
      advice: advice, adviceIfSkipped: advice,
      notes: known.location == field.location
        ? [] : [Diagnostic.note(at: known.location, "'\(known.words)' is defined here")])
  }

  // What the header includes are the library's own, which may also be an input; others are the input's.

  private static func known(_ record: Record) -> Known? {
    guard record.isFromInput, record.unnameable == nil, let name = record.tag ?? record.typedefs.first,
      (record.tag == nil ? unnamed : tags).contains(name), !isOfLibrary(record.location)
    else { return nil }
    return Known(name: name, words: record.displayName, location: record.location, record: record.id)
  }

  private func known(_ enumeration: Enumeration, of field: Field) -> Known? {
    guard Self.tags.contains(enumeration.name) || Self.unnamed.contains(enumeration.name),
      let place = enumeration.cases.first?.location, files.contains(place.file), !Self.isOfLibrary(place)
    else { return nil }
    let isTag = field.typeSpelling.contains("enum ")
    guard (isTag ? Self.tags : Self.unnamed).contains(enumeration.name) else { return nil }
    return Known(name: enumeration.name, words: (isTag ? "enum " : "") + enumeration.name, location: place)
  }

  private static func isOfLibrary(_ place: SourceLocation) -> Bool { place.file.hasBytes(of: "/usr/include/") }

  // By `Tests/Support/system_tags.py`, from Glibc 2.36.

  private static let tags = Set(
    """
    La_x86_64_regs La_x86_64_retval addrinfo aiocb cmsghdr dirent drand48_data entry exit_status flock
    fsconfig_command group group_filter group_req group_source_req hostent if_nameindex ifaddr ifaddrs ifconf ifmap
    ifreq in6_addr in_addr in_pktinfo inotify_event iovec ip_mreq ip_mreq_source ip_mreqn ip_msfilter ip_opts
    ipc_perm ipv6_mreq itimerspec itimerval lastlog lconv linger link_map mount_attr msghdr msginfo msqid_ds netent
    osockaddr passwd pollfd protoent pthread_attr_t r_debug r_debug_extended random_data re_pattern_buffer rlimit
    rpcent rusage sched_param sembuf semid_ds seminfo servent shm_info shmid_ds shminfo sigaction sigcontext
    sigevent sigstack sigval sockaddr sockaddr_in sockaddr_in6 sockaddr_storage sockaddr_un stat statvfs
    tcp_ca_state tcp_cookie_transactions tcp_info tcp_md5sig tcp_repair_opt tcp_repair_window tcp_zerocopy_receive
    tcphdr termio termios timespec timeval timezone tm tms ucontext_t user user_fpregs_struct user_regs_struct
    utimbuf utmp utmpx utsname winsize
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// The names of typedefs for types without a tag, which they are for C.
  private static let unnamed = Set(
    """
    ACTION Elf32_Chdr Elf32_Dyn Elf32_Ehdr Elf32_Lib Elf32_Move Elf32_Nhdr Elf32_Phdr Elf32_RegInfo Elf32_Rel
    Elf32_Rela Elf32_Shdr Elf32_Sym Elf32_Syminfo Elf32_Verdaux Elf32_Verdef Elf32_Vernaux Elf32_Verneed
    Elf32_auxv_t Elf32_gptab Elf64_Chdr Elf64_Dyn Elf64_Ehdr Elf64_Lib Elf64_Move Elf64_Nhdr Elf64_Phdr Elf64_Rel
    Elf64_Rela Elf64_Shdr Elf64_Sym Elf64_Syminfo Elf64_Verdaux Elf64_Verdef Elf64_Vernaux Elf64_Verneed
    Elf64_auxv_t Elf_MIPS_ABIFlags_v0 Elf_Options Elf_Options_Hw La_x86_64_vector VISIT cpu_set_t div_t fd_set
    fenv_t glob_t idtype_t imaxdiv_t ldiv_t lldiv_t max_align_t mcontext_t posix_spawn_file_actions_t
    posix_spawnattr_t pthread_barrier_t pthread_barrierattr_t pthread_cond_t pthread_condattr_t pthread_mutex_t
    pthread_mutexattr_t pthread_rwlock_t pthread_rwlockattr_t reg_errcode_t regmatch_t sem_t siginfo_t stack_t
    wordexp_t
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
