"""The headers that are read, with their options."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import annotations

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class HeaderSet:
    """Headers of one archivegen run and one Swift module."""

    module: str
    inputs: tuple[Path, ...]
    system_folders: tuple[Path, ...] = ()
    """The folder of the headers' own module map."""
    module_map: Path | None = None
    """Whether `#ifdef __clang__` hides declarations from gcc."""
    has_clang_only_parts: bool = False
    """Enumerations that are closed for clang; gcc has no such concept."""
    closed_enumerations: frozenset[str] = frozenset()
    configured: dict[str, str] = field(default_factory=dict, hash=False, compare=False)
    """Types that Swift's own C modules define differently: one program cannot import both, and Foundation imports
    those. A macro gives them another name, as a user would do."""
    renamed: tuple[str, ...] = ()

    @property
    def headers(self) -> list[Path]:
        found: set[Path] = set()
        for path in self.inputs:
            found |= set(path.rglob("*.h")) if path.is_dir() else {path}
        return sorted(path.resolve() for path in found)

    def alone(self, header: Path) -> HeaderSet:
        name = "".join(character if character.isalnum() else "_" for character in str(header.relative_to(self._root)))
        return replace(self, module=f"{self.module}_{name.removesuffix('_h')}", inputs=(header,))

    @property
    def _root(self) -> Path:
        return next((path.resolve() for path in self.inputs if path.is_dir()), Path("/"))

    @property
    def clang_arguments(self) -> list[str]:
        """The arguments that archivegen, gcc and clang have in common."""
        folders = [argument for folder in self.system_folders for argument in ("-isystem", str(folder))]
        return folders + [f"-D{name}=corpus_{name}" for name in self.renamed]


@cache
def multiarch() -> str:
    """The folder for headers that differ between machines on Debian, such as `x86_64-linux-gnu`."""
    return subprocess.run(["gcc", "-print-multiarch"], check=True, capture_output=True, text=True).stdout.strip()


# Names of records that both the kernel and the C library define. Compiling finds those that are missing here, but each
# round finds only a few.
_KERNEL_AND_LIBC = tuple("""
    _fpreg _fpx_sw_bytes _fpxreg _xmmreg _xstate _ymmh_state flock group_filter group_req group_source_req ifconf
    ifreq in6_addr in_addr in_pktinfo inotify_event iovec ip_mreq ip_mreq_source ip_mreqn ip_msfilter ipc_perm
    ipv6_mreq itimerspec itimerval msqid_ds rlimit rusage semid_ds shm_info shmid_ds shminfo sigaction sigcontext
    sigevent sockaddr_in sockaddr_in6 sockaddr_un stat tcp_info tcp_md5sig tcp_repair_opt tcp_repair_window
    tcp_zerocopy_receive tcphdr termios timespec timeval tms utimbuf
""".split())


# Headers that gcc and libclang treat differently, by the ends of their paths, with the reason why this is correct.
GCC_READS: dict[str, str] = {}
GCC_CANNOT_READ: dict[str, str] = {}


def listed(reasons: dict[str, str], header: Path) -> str | None:
    return next((reason for end, reason in reasons.items() if str(header).endswith(f"/{end}")), None)


def packages(headers: Path) -> list[HeaderSet]:
    """The packages that `fetch` unpacked below `headers`."""

    def include(package: str, below: str = "") -> Path:
        return (headers / package / "usr/include" / below).resolve()

    kernel = (include("linux-libc-dev"), include("linux-libc-dev", multiarch()))
    sdl = (include("libsdl2-dev"), include("libsdl2-dev", "SDL2"), include("libsdl2-dev", multiarch()))
    zlib = (include("zlib1g-dev"),)
    png = (include("libpng-dev"), *zlib)
    freetype = (include("libfreetype-dev", "freetype2"), *png)
    pcap = (include("libpcap0.8-dev"),)
    return [
        HeaderSet("CLinux", kernel[:1], kernel, renamed=_KERNEL_AND_LIBC),
        HeaderSet("CSDL", sdl[:1], sdl),
        HeaderSet("CZlib", zlib[:1], zlib),
        HeaderSet("CPNG", png[:1], png),
        HeaderSet("CFreeType", freetype[:1], freetype),
        HeaderSet("CPcap", pcap[:1], pcap),
    ]


def fixtures() -> HeaderSet:
    folder = ROOT / "Tests/Fixtures/include"
    return HeaderSet(
        "CFixtures", (folder,), (folder,), module_map=folder, has_clang_only_parts=True,
        closed_enumerations=frozenset({"direction", "mood"}),
        configured=annotations.read_configuration(folder / "archivegen.yml"))


QUICK_KERNEL_HEADERS = """
    acct aio_abi atm bpf btrfs can capability cdrom cn_proc dcbnl elf ethtool fb fiemap fuse gfs2_ondisk hdreg
    i2c icmp if_ether igmp in input ioprio ip ipv6 joystick kvm loop major mii msg neighbour net_tstamp netlink
    nvme_ioctl perf_event pkt_sched ptp_clock quota rtc rtnetlink sched serial tcp tipc udp userfaultfd vfio
    videodev2 virtio_net watchdog wireless xfrm
""".split()


def installed() -> list[HeaderSet]:
    """A few headers that every machine with a C compiler has, and some that may be installed."""
    include = Path("/usr/include")
    kernel = [include / f"linux/{name}.h" for name in QUICK_KERNEL_HEADERS]
    sets = [HeaderSet("CKernel", tuple(path for path in kernel if path.exists()), renamed=_KERNEL_AND_LIBC)]
    for module, names in {"CZlib": ["zlib.h"], "CPNG": ["png.h", "pngconf.h"]}.items():
        if all((include / name).exists() for name in names):
            sets.append(HeaderSet(module, tuple((include / name) for name in names)))
    return sets
