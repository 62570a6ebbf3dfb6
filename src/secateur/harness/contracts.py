"""What functions outside of the program may do: the contracts that their stand-ins keep (`--external havoc`).

A contract is a C expression for the result, which calls functions of `stand_ins.c`; `$0`, `$1` … are the arguments.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Contract:
    """`result` is empty for a result of any value of its type. `fills`: the arguments that point to a structure which
    the function writes when it succeeds. `replaces`: it also stands in for the function of our own C library, which has
    nothing to read."""

    result: str = ""
    fills: tuple[int, ...] = ()
    replaces: bool = False

    @property
    def arguments(self) -> int:
        """How many arguments the function must have."""
        used = [*(int(n) for n in re.findall(r"\$(\d)", self.result)), *self.fills]
        return max(used, default=-1) + 1


#: The largest `int` and `long`.
_INT, _LONG = "0x7fffffff", "0x7fffffffffffffff"


def _call(helper: str, *arguments: object) -> str:
    return f"secateur_{helper}({', '.join(('NAMES', *map(str, arguments)))})"


def _counted(buffer: int, size: int) -> Contract:
    """The number of bytes that were written to a buffer: at most its size; or -1."""
    return Contract(_call("count", f"${buffer}", f"${size}"))


def _taken(size: int) -> Contract:
    """The number of bytes that were taken: at most as many as were given; or -1."""
    return Contract(_call("taken", f"${size}"))


def _line(buffer: int, size: int, replaces: bool = False) -> Contract:
    """A string that was written to the buffer, which is returned; or NULL."""
    return Contract(_call("line", f"${buffer}", f"${size}"), replaces=replaces)


def _status(*fills: int) -> Contract:
    """0, and the structures are filled; or -1."""
    return Contract(_call("status"), fills)


def _number(low: int = 0, high: str = _INT, failure: int = -1, replaces: bool = False) -> Contract:
    """A number in a range, or the value of failure."""
    return Contract(_call("number", low, high, failure), replaces=replaces)


def _between(low: int, high: str, replaces: bool = False) -> Contract:
    """A number in a range; it cannot fail."""
    return Contract(_call("between", low, high), replaces=replaces)


def _same(contract: Contract, names: str) -> dict[str, Contract]:
    return dict.fromkeys(names.split(), contract)


_CODE = Contract(_call("code"))  # an error number, or 0
_TEXT = Contract(_call("text"))  # a string, or NULL
_STREAM = Contract(_call("stream"))  # FILE *, or NULL
_HANDLE = Contract(_call("handle"))  # something that only other functions can use, or NULL
_STRUCTURE = Contract()  # a structure that is filled, or NULL
_NOTHING = Contract("0")  # no result that says anything
_BYTE = _number(0, "255", -1, replaces=True)

#: What no result can stand for: jumps, and code that would run beside.
IRREPLACEABLE = frozenset(
    (
        "setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "longjmp", "_longjmp", "siglongjmp", "swapcontext",
        "pthread_create", "thrd_create", "clone",
    )
)  # fmt: skip

CONTRACTS: dict[str, Contract] = {
    # reading and writing
    **_same(_counted(1, 2), "read pread pread64 recv recvfrom readlink"),
    **_same(_counted(2, 3), "readlinkat"),
    **_same(_counted(0, 1), "getrandom"),
    **_same(_taken(2), "write pwrite pwrite64 send sendto"),
    **_same(Contract(_call("items", "$0", "$1", "$2"), replaces=True), "fread fread_unlocked"),
    **_same(_BYTE, "getc fgetc getchar getc_unlocked fgetc_unlocked getchar_unlocked"),
    **_same(_number(0, "255", -1), "ungetc"),
    **_same(_line(0, 1, replaces=True), "fgets fgets_unlocked"),
    **_same(_line(0, 1), "getcwd"),
    **_same(Contract(_call("new_line", "$0", "$1")), "getline getdelim __getdelim"),
    # streams
    **_same(_STREAM, "fopen fopen64 fdopen freopen freopen64 tmpfile tmpfile64 popen fmemopen"),
    **_same(_number(0, "0", -1), "fclose fflush_unlocked"),
    **_same(_number(0, "255", -1), "pclose"),
    **_same(_between(0, "1", replaces=True), "feof ferror feof_unlocked ferror_unlocked"),
    **_same(_status(), "fseek fseeko fseeko64 fsetpos"),
    **_same(_number(0, _LONG, -1), "ftell ftello ftello64 lseek lseek64"),
    **_same(_NOTHING, "rewind perror clearerr_unlocked"),
    # files and directories
    **_same(_number(), "open open64 openat openat64 creat creat64 dup dup2 dup3 fcntl fcntl64 mkstemp dirfd"),
    **_same(_status(), "close access faccessat unlink unlinkat rmdir mkdir mkdirat rename renameat link symlink"),
    **_same(_status(), "chmod fchmod fchmodat chown fchown lchown fchownat chdir fchdir chroot ftruncate ftruncate64"),
    **_same(_status(), "truncate fsync fdatasync utime utimes utimensat futimens remove mkfifo mknod flock"),
    **_same(_status(1), "stat lstat fstat stat64 lstat64 fstat64 statvfs fstatvfs statfs fstatfs"),
    **_same(_status(2), "fstatat fstatat64 __xstat __lxstat __fxstat"),
    **_same(_CODE, "posix_fadvise posix_fadvise64 posix_fallocate"),
    **_same(_between(0, "0777"), "umask"),
    **_same(_HANDLE, "opendir fdopendir"),
    **_same(_STRUCTURE, "readdir readdir64"),
    **_same(_status(), "closedir"),
    **_same(_between(0, "1"), "isatty"),
    **_same(_status(1), "tcgetattr"),
    **_same(_number(), "ioctl poll ppoll select pselect epoll_create epoll_create1 eventfd inotify_init"),
    # time
    **_same(Contract(_call("time", "$0")), "time"),
    **_same(_number(0, _LONG, -1), "mktime timegm clock"),
    **_same(_status(0), "gettimeofday"),
    **_same(_status(1), "clock_gettime clock_getres getrusage getrlimit getitimer"),
    **_same(_status(), "settimeofday clock_settime setrlimit nanosleep usleep"),
    **_same(_between(0, _INT), "sleep alarm"),
    **_same(_number(0, _LONG, -1), "times sysconf pathconf fpathconf"),
    **_same(_STRUCTURE, "localtime gmtime"),
    # the process and its users
    **_same(_between(1, _INT), "getpid getppid gettid getpgrp"),
    **_same(_between(0, "0xffffffff"), "getuid geteuid getgid getegid"),
    **_same(_number(), "fork vfork getpgid getsid setsid tcgetpgrp"),
    **_same(Contract(_call("number", 0, _INT, -1), (0,)), "wait"),
    **_same(Contract(_call("number", 0, _INT, -1), (1,)), "waitpid"),
    **_same(_status(), "kill setuid setgid seteuid setegid setpgid setgroups nice raise setenv unsetenv putenv"),
    **_same(_status(), "sigaction sigprocmask sigemptyset sigfillset sigaddset sigdelset daemon"),
    **_same(Contract(_call("failure")), "execv execve execvp execvpe execl execlp execle"),  # success does not return
    **_same(_number(0, "0xffff"), "system"),
    **_same(_status(0), "uname sysinfo"),
    **_same(Contract(_call("named", "$0", "$1")), "gethostname getdomainname"),
    **_same(Contract(_call("pipe", "$0")), "pipe pipe2"),
    **_same(Contract(_call("text"), replaces=True), "getenv secure_getenv"),
    **_same(_TEXT, "getlogin ttyname ptsname ctermid tempnam mkdtemp realpath canonicalize_file_name setlocale"),
    **_same(Contract(_call("some_text")), "strerror strsignal nl_langinfo gai_strerror hstrerror dlerror"),
    **_same(_STRUCTURE, "getpwnam getpwuid getpwent getgrnam getgrgid getgrent getspnam gethostbyname gethostbyaddr"),
    **_same(_STRUCTURE, "getservbyname getservbyport getprotobyname localeconv"),
    # sockets
    **_same(_number(), "socket accept accept4"),
    **_same(_status(), "bind listen connect shutdown setsockopt"),
    # memory and libraries
    **_same(_HANDLE, "dlopen"),
    **_same(_status(), "munmap mprotect msync madvise mlock munlock dlclose"),
}  # fmt: skip
