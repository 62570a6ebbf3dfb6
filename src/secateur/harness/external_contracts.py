"""What functions outside of the program may do: the contracts that their stand-ins keep (`--external havoc`).

A contract is a C expression for the result, which calls functions of `stand_ins.c`; `$0`, `$1` … are the arguments.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class ExternalContract:
    """`result` is empty for a result of any value of its type. `fills`: the arguments that point to a structure which
    the function writes when it succeeds. `replaces`: it also stands in for the function of our own C library, which has
    nothing to read. `partial`: the function writes more than this."""

    result: str = ""
    fills: tuple[int, ...] = ()
    replaces: bool = False
    partial: bool = False

    @property
    def arguments(self) -> int:
        """How many arguments the function must have."""
        used = [*(int(n) for n in re.findall(r"\$(\d)", self.result)), *self.fills]
        return max(used, default=-1) + 1


#: The largest `int` and `long`.
_INT, _LONG = "0x7fffffff", "0x7fffffffffffffff"
#: The room that a path needs.
_PATH = "4096"


def _call(helper: str, *arguments: object) -> str:
    return f"secateur_{helper}({', '.join(('NAMES', *map(str, arguments)))})"


def _counted(buffer: int, size: int) -> ExternalContract:
    """The number of bytes that were written to a buffer: at most its size; or -1."""
    return ExternalContract(_call("count", f"${buffer}", f"${size}"))


def _taken(size: int) -> ExternalContract:
    """The number of bytes that were taken: at most as many as were given; or -1."""
    return ExternalContract(_call("taken", f"${size}"))


def _into(helper: str, buffer: int, size: int | str, replaces: bool = False) -> ExternalContract:
    """A text that was written to a buffer with room for `size` characters, which is an argument or known."""
    room = f"${size}" if isinstance(size, int) else size
    return ExternalContract(_call(helper, f"${buffer}", room), replaces=replaces)


def _status(*fills: int) -> ExternalContract:
    """0, and the structures are filled; or -1."""
    return ExternalContract(_call("status"), fills)


def _number(low: int = 0, high: str = _INT, failure: int = -1, replaces: bool = False) -> ExternalContract:
    """A number in a range, or the value of failure."""
    return ExternalContract(_call("number", low, high, failure), replaces=replaces)


def _between(low: int, high: str, replaces: bool = False) -> ExternalContract:
    """A number in a range; it cannot fail."""
    return ExternalContract(_call("between", low, high), replaces=replaces)


def _scanned(form: int) -> ExternalContract:
    """The number of conversions; what they store is not provided."""
    return ExternalContract(_call("scanned", f"${form}"), partial=True)


def _same(contract: ExternalContract, names: str) -> dict[str, ExternalContract]:
    return dict.fromkeys(names.split(), contract)


_CODE = ExternalContract(_call("code"))  # an error number, or 0
_TEXT = ExternalContract(_call("text"))  # a string, or NULL
_STREAM = ExternalContract(_call("stream"))  # FILE *, or NULL
_HANDLE = ExternalContract(_call("handle"))  # something that only other functions can use, or NULL
_STRUCTURE = ExternalContract()  # a structure that is filled, or NULL
_NOTHING = ExternalContract("0")  # no result that says anything
_BYTE = _number(0, "255", -1, replaces=True)

#: What no result can stand for: jumps, and code that would run beside.
IRREPLACEABLE = frozenset(
    (
        "setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "longjmp", "_longjmp", "siglongjmp", "swapcontext",
        "pthread_create", "thrd_create", "clone",
    )
)  # fmt: skip

CONTRACTS: dict[str, ExternalContract] = {
    # reading and writing
    **_same(_counted(1, 2), "read pread pread64 recv readlink __read_chk __pread_chk __recv_chk __readlink_chk"),
    **_same(_counted(2, 3), "readlinkat"),
    **_same(ExternalContract(_call("received", "$1", "$2", "$4", "$5")), "recvfrom"),
    **_same(_counted(0, 1), "getrandom"),
    **_same(ExternalContract(_call("all", "$0", "$1")), "getentropy"),
    **_same(_taken(2), "write pwrite pwrite64 send sendto"),
    **_same(ExternalContract(_call("items", "$0", "$1", "$2"), replaces=True), "fread fread_unlocked"),
    **_same(_BYTE, "getc fgetc getchar getc_unlocked fgetc_unlocked getchar_unlocked"),
    **_same(_number(0, "255", -1), "ungetc"),
    **_same(_into("line", 0, 1, replaces=True), "fgets fgets_unlocked"),
    **_same(_into("line", 0, 2), "__fgets_chk"),
    **_same(_into("wide_line", 0, 1), "fgetws fgetws_unlocked"),
    **_same(ExternalContract(_call("new_line", "$0", "$1", r"'\n'")), "getline"),
    **_same(ExternalContract(_call("new_line", "$0", "$1", "$2")), "getdelim __getdelim"),
    **_same(_scanned(1), "fscanf vfscanf __isoc99_fscanf __isoc99_vfscanf __isoc23_fscanf __isoc23_vfscanf"),
    # streams
    **_same(_STREAM, "fopen fopen64 fdopen freopen freopen64 tmpfile tmpfile64 popen fmemopen"),
    **_same(_number(0, "0", -1), "fclose fflush_unlocked"),
    **_same(_number(0, "255", -1), "pclose"),
    **_same(_between(0, "1", replaces=True), "feof ferror feof_unlocked ferror_unlocked"),
    **_same(_status(), "fseek fseeko fseeko64 fsetpos"),
    **_same(_status(1), "fgetpos fgetpos64"),
    **_same(_number(0, _LONG, -1), "ftell ftello ftello64 lseek lseek64"),
    **_same(_NOTHING, "rewind perror clearerr_unlocked"),
    # files and directories
    **_same(_number(), "open open64 openat openat64 creat creat64 dup dup2 dup3 fcntl fcntl64 dirfd"),
    **_same(ExternalContract(_call("temporary", "$0", 0)), "mkstemp mkstemp64 mkostemp mkostemp64"),
    **_same(ExternalContract(_call("temporary", "$0", "$1")), "mkstemps mkstemps64 mkostemps mkostemps64"),
    **_same(ExternalContract(_call("temporary_name", "$0")), "mkdtemp mktemp"),
    **_same(_into("text_in", 0, 1), "getcwd __getcwd_chk"),
    **_same(_into("text_in", 1, _PATH), "realpath __realpath_chk"),
    **_same(_into("text_in", 0, _PATH), "getwd"),
    **_same(_into("text_in", 0, "20"), "tmpnam tmpnam_r"),
    **_same(_into("text_in", 0, "9"), "ctermid"),
    **_same(_into("sized", 1, 2), "confstr"),
    **_same(_status(), "close access faccessat unlink unlinkat rmdir mkdir mkdirat rename renameat link symlink"),
    **_same(_status(), "chmod fchmod fchmodat chown fchown lchown fchownat chdir fchdir chroot ftruncate ftruncate64"),
    **_same(_status(), "truncate fsync fdatasync utime utimes utimensat futimens remove mkfifo mknod flock"),
    **_same(_status(1), "stat lstat fstat stat64 lstat64 fstat64 statvfs fstatvfs statfs fstatfs"),
    **_same(_status(2), "fstatat fstatat64 __xstat __lxstat __fxstat"),
    **_same(_status(4), "statx"),
    **_same(_CODE, "posix_fadvise posix_fadvise64 posix_fallocate"),
    **_same(_between(0, "0777"), "umask"),
    **_same(_HANDLE, "opendir fdopendir"),
    **_same(_STRUCTURE, "readdir readdir64"),
    **_same(_status(), "closedir"),
    **_same(_between(0, "1"), "isatty"),
    **_same(_status(1), "tcgetattr"),
    **_same(replace(_number(), partial=True), "ioctl poll ppoll select pselect"),
    **_same(_number(), "epoll_create epoll_create1 eventfd inotify_init"),
    # time
    **_same(ExternalContract(_call("time", "$0")), "time"),
    **_same(_number(0, _LONG, -1), "clock"),
    **_same(replace(_number(0, _LONG, -1), fills=(0,)), "mktime timegm timelocal"),
    **_same(_status(0), "gettimeofday"),
    **_same(_status(1), "clock_gettime clock_getres getrusage getrlimit getrlimit64 getitimer"),
    **_same(_status(), "settimeofday clock_settime setrlimit usleep"),
    **_same(replace(_status(), partial=True), "nanosleep setitimer"),
    **_same(_between(0, _INT), "sleep alarm"),
    **_same(_number(0, _LONG, -1), "times sysconf pathconf fpathconf"),
    **_same(_STRUCTURE, "localtime gmtime"),
    **_same(ExternalContract(_call("given", "$1"), (1,)), "localtime_r gmtime_r"),
    **_same(_into("formatted", 0, 1), "strftime strftime_l"),
    **_same(ExternalContract(_call("wide_text", "$0", "$1", 0)), "wcsftime wcsftime_l"),
    **_same(_into("text_in", 1, "26"), "asctime_r ctime_r"),
    # the process and its users
    **_same(_between(1, _INT), "getpid getppid gettid getpgrp"),
    **_same(_between(0, "0xffffffff"), "getuid geteuid getgid getegid"),
    **_same(_number(), "fork vfork getpgid getsid setsid tcgetpgrp"),
    **_same(ExternalContract(_call("number", 0, _INT, -1), (0,)), "wait"),
    **_same(ExternalContract(_call("number", 0, _INT, -1), (1,)), "waitpid"),
    **_same(_status(), "kill setuid setgid seteuid setegid setpgid setgroups nice raise setenv unsetenv putenv"),
    **_same(_status(0, 1, 2), "getresuid getresgid"),
    **_same(_status(0), "sigemptyset sigfillset sigpending"),
    **_same(replace(_status(), partial=True), "sigaction sigprocmask sigaddset sigdelset"),
    **_same(_status(), "daemon"),
    # success does not return
    **_same(ExternalContract(_call("failure")), "execv execve execvp execvpe execl execlp execle"),
    **_same(_number(0, "0xffff"), "system"),
    **_same(_status(0), "uname sysinfo"),
    **_same(ExternalContract(_call("named", "$0", "$1")), "gethostname getdomainname __gethostname_chk"),
    **_same(ExternalContract(_call("pipe", "$0")), "pipe pipe2"),
    **_same(ExternalContract(_call("text"), replaces=True), "getenv secure_getenv"),
    **_same(_TEXT, "getlogin ttyname ptsname tempnam canonicalize_file_name setlocale"),
    **_same(_into("named_code", 1, 2), "ttyname_r ptsname_r __xpg_strerror_r"),
    **_same(_into("named_code", 0, 1), "getlogin_r"),
    **_same(_into("text_at", 1, 2), "strerror_r"),
    **_same(_into("sized", 2, 3), "regerror"),
    **_same(ExternalContract(_call("some_text")), "strerror strsignal nl_langinfo gai_strerror hstrerror inet_ntoa"),
    **_same(_TEXT, "dlerror"),
    **_same(_STRUCTURE, "getpwnam getpwuid getpwent getgrnam getgrgid getgrent getspnam gethostbyname gethostbyaddr"),
    **_same(_STRUCTURE, "getservbyname getservbyport getprotobyname localeconv"),
    **_same(ExternalContract(_call("entry", "$1", "$4"), (1,)), "getpwnam_r getpwuid_r getgrnam_r getgrgid_r"),
    # sockets
    **_same(_number(), "socket"),
    **_same(ExternalContract(_call("addressed", _INT, "$1", "$2")), "accept accept4"),
    **_same(ExternalContract(_call("addressed", 0, "$1", "$2")), "getsockname getpeername"),
    **_same(ExternalContract(_call("addressed", 0, "$3", "$4")), "getsockopt"),
    **_same(ExternalContract(_call("pipe", "$3")), "socketpair"),
    **_same(ExternalContract(_call("network", "$0", "$2")), "inet_pton"),
    **_same(ExternalContract(_call("network", 2, "$1")), "inet_aton"),
    **_same(_into("text_in", 2, 3), "inet_ntop"),
    **_same(_status(), "bind listen connect shutdown setsockopt"),
    # memory and libraries
    **_same(_HANDLE, "dlopen"),
    **_same(_status(), "munmap mprotect msync madvise mlock munlock dlclose"),
}  # fmt: skip

#: The values that members of well-known structures have, by the name of the structure.
RANGES: dict[str, dict[str, tuple[int, int]]] = {
    "tm": {
        "tm_sec": (0, 60),
        "tm_min": (0, 59),
        "tm_hour": (0, 23),
        "tm_mday": (1, 31),
        "tm_mon": (0, 11),
        "tm_wday": (0, 6),
        "tm_yday": (0, 365),
        "tm_isdst": (-1, 1),
    },
    "timeval": {"tv_usec": (0, 999_999)},
    "timespec": {"tv_nsec": (0, 999_999_999)},
    "stat": {"st_size": (0, 2**63 - 1), "st_blksize": (1, 2**31 - 1), "st_blocks": (0, 2**63 - 1)},
}
