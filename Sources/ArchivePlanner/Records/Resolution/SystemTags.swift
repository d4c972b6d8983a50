import ArchiveModel

/// Types of headers that have the name of another type of the C library.
///
/// C has one name for a struct in all modules of a program. Where two modules define it differently, clang refuses both, whatever
/// Swift calls them: `CFarm.entry` is no way out. Every program that archives has the modules of Foundation, and so the library's.
struct SystemTags {
  /// The types by the names that they share with the library's.
  private let types: [String: Record]

  init(_ records: [Record]) {
    types = Dictionary(
      records.lazy.compactMap { record in Self.name(of: record).map { ($0, record) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Why no code for the record would compile; nil if none of its fields has to do with such a type.
  func refusal(of record: Record) -> Refusal? {
    guard !types.isEmpty, let first = record.fields.first else { return nil }
    if let name = Self.name(of: record) { return Self.refusal(first, "is in another", name, record) }
    for field in record.fields {
      if case .record(let id) = field.type.innermost, let known = types.first(where: { $0.value.id == id }) {
        return Self.refusal(field, "is of, or leads to, another", known.key, known.value)
      }
      // Swift looks for all that has the name.
      if let known = types[field.name] { return Self.refusal(field, "has the name of another", field.name, known) }
    }
    return nil
  }

  private static func refusal(_ field: Field, _ relation: String, _ name: String, _ type: Record) -> Refusal {
    let rename = "give '\(type.displayName)' another name; with '// archive: name(\"\(name)\")' archives keep this one"
    return Refusal(
      id: .systemTag, field: field,
      reason: "\(relation) '\(name)' than the C library's, and Swift compiles no program that has both", advice: rename,
      adviceIfSkipped: rename,
      notes: type.location == field.location
        ? [] : [Diagnostic.note(at: type.location, "'\(type.displayName)' is defined here")])
  }

  private static func name(of record: Record) -> String? {
    // What the header includes are the library's own, which may also be an input; others are the input's.
    guard record.isFromInput, record.unnameable == nil, let name = record.tag ?? record.typedefs.first,
      names.contains(name), !record.location.file.contains("/usr/include/")
    else { return nil }
    return name
  }

  /// By `Tests/Support/system_tags.py`, from Glibc 2.36.
  private static let names = Set(
    """
    Elf32_Chdr Elf32_Dyn Elf32_Ehdr Elf32_Lib Elf32_Move Elf32_Nhdr Elf32_Phdr Elf32_RegInfo Elf32_Rel Elf32_Rela
    Elf32_Shdr Elf32_Sym Elf32_Syminfo Elf32_Verdaux Elf32_Verdef Elf32_Vernaux Elf32_Verneed Elf32_auxv_t
    Elf32_gptab Elf64_Chdr Elf64_Dyn Elf64_Ehdr Elf64_Lib Elf64_Move Elf64_Nhdr Elf64_Phdr Elf64_Rel Elf64_Rela
    Elf64_Shdr Elf64_Sym Elf64_Syminfo Elf64_Verdaux Elf64_Verdef Elf64_Vernaux Elf64_Verneed Elf64_auxv_t
    Elf_MIPS_ABIFlags_v0 Elf_Options Elf_Options_Hw La_x86_64_regs La_x86_64_retval La_x86_64_vector addrinfo aiocb
    cmsghdr cpu_set_t dirent div_t drand48_data entry exit_status fd_set fenv_t flock glob_t group group_filter
    group_req group_source_req hostent if_nameindex ifaddr ifaddrs ifconf ifmap ifreq imaxdiv_t in6_addr in_addr
    in_pktinfo inotify_event iovec ip_mreq ip_mreq_source ip_mreqn ip_msfilter ip_opts ipc_perm ipv6_mreq itimerspec
    itimerval lastlog lconv ldiv_t linger link_map lldiv_t max_align_t mcontext_t mount_attr msghdr msginfo msqid_ds
    netent osockaddr passwd pollfd posix_spawn_file_actions_t posix_spawnattr_t protoent pthread_attr_t
    pthread_barrier_t pthread_barrierattr_t pthread_cond_t pthread_condattr_t pthread_mutex_t pthread_mutexattr_t
    pthread_rwlock_t pthread_rwlockattr_t r_debug r_debug_extended random_data re_pattern_buffer regmatch_t rlimit
    rpcent rusage sched_param sem_t sembuf semid_ds seminfo servent shm_info shmid_ds shminfo sigaction sigcontext
    sigevent siginfo_t sigstack sigval sockaddr sockaddr_in sockaddr_in6 sockaddr_storage sockaddr_un stack_t stat
    statvfs tcp_cookie_transactions tcp_info tcp_md5sig tcp_repair_opt tcp_repair_window tcp_zerocopy_receive tcphdr
    termio termios timespec timeval timezone tm tms ucontext_t user user_fpregs_struct user_regs_struct utimbuf utmp
    utmpx utsname winsize wordexp_t
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
