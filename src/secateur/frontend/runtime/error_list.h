/* The errors and signals of Linux, by number: name and text. MISSING(n) is a number that is not used. */

#define ERROR_LIST(ERROR, MISSING) \
    ERROR(0, "0", "Success") \
    ERROR(1, "EPERM", "Operation not permitted") \
    ERROR(2, "ENOENT", "No such file or directory") \
    ERROR(3, "ESRCH", "No such process") \
    ERROR(4, "EINTR", "Interrupted system call") \
    ERROR(5, "EIO", "Input/output error") \
    ERROR(6, "ENXIO", "No such device or address") \
    ERROR(7, "E2BIG", "Argument list too long") \
    ERROR(8, "ENOEXEC", "Exec format error") \
    ERROR(9, "EBADF", "Bad file descriptor") \
    ERROR(10, "ECHILD", "No child processes") \
    ERROR(11, "EAGAIN", "Resource temporarily unavailable") \
    ERROR(12, "ENOMEM", "Cannot allocate memory") \
    ERROR(13, "EACCES", "Permission denied") \
    ERROR(14, "EFAULT", "Bad address") \
    ERROR(15, "ENOTBLK", "Block device required") \
    ERROR(16, "EBUSY", "Device or resource busy") \
    ERROR(17, "EEXIST", "File exists") \
    ERROR(18, "EXDEV", "Invalid cross-device link") \
    ERROR(19, "ENODEV", "No such device") \
    ERROR(20, "ENOTDIR", "Not a directory") \
    ERROR(21, "EISDIR", "Is a directory") \
    ERROR(22, "EINVAL", "Invalid argument") \
    ERROR(23, "ENFILE", "Too many open files in system") \
    ERROR(24, "EMFILE", "Too many open files") \
    ERROR(25, "ENOTTY", "Inappropriate ioctl for device") \
    ERROR(26, "ETXTBSY", "Text file busy") \
    ERROR(27, "EFBIG", "File too large") \
    ERROR(28, "ENOSPC", "No space left on device") \
    ERROR(29, "ESPIPE", "Illegal seek") \
    ERROR(30, "EROFS", "Read-only file system") \
    ERROR(31, "EMLINK", "Too many links") \
    ERROR(32, "EPIPE", "Broken pipe") \
    ERROR(33, "EDOM", "Numerical argument out of domain") \
    ERROR(34, "ERANGE", "Numerical result out of range") \
    ERROR(35, "EDEADLK", "Resource deadlock avoided") \
    ERROR(36, "ENAMETOOLONG", "File name too long") \
    ERROR(37, "ENOLCK", "No locks available") \
    ERROR(38, "ENOSYS", "Function not implemented") \
    ERROR(39, "ENOTEMPTY", "Directory not empty") \
    ERROR(40, "ELOOP", "Too many levels of symbolic links") \
    MISSING(41) \
    ERROR(42, "ENOMSG", "No message of desired type") \
    ERROR(43, "EIDRM", "Identifier removed") \
    ERROR(44, "ECHRNG", "Channel number out of range") \
    ERROR(45, "EL2NSYNC", "Level 2 not synchronized") \
    ERROR(46, "EL3HLT", "Level 3 halted") \
    ERROR(47, "EL3RST", "Level 3 reset") \
    ERROR(48, "ELNRNG", "Link number out of range") \
    ERROR(49, "EUNATCH", "Protocol driver not attached") \
    ERROR(50, "ENOCSI", "No CSI structure available") \
    ERROR(51, "EL2HLT", "Level 2 halted") \
    ERROR(52, "EBADE", "Invalid exchange") \
    ERROR(53, "EBADR", "Invalid request descriptor") \
    ERROR(54, "EXFULL", "Exchange full") \
    ERROR(55, "ENOANO", "No anode") \
    ERROR(56, "EBADRQC", "Invalid request code") \
    ERROR(57, "EBADSLT", "Invalid slot") \
    MISSING(58) \
    ERROR(59, "EBFONT", "Bad font file format") \
    ERROR(60, "ENOSTR", "Device not a stream") \
    ERROR(61, "ENODATA", "No data available") \
    ERROR(62, "ETIME", "Timer expired") \
    ERROR(63, "ENOSR", "Out of streams resources") \
    ERROR(64, "ENONET", "Machine is not on the network") \
    ERROR(65, "ENOPKG", "Package not installed") \
    ERROR(66, "EREMOTE", "Object is remote") \
    ERROR(67, "ENOLINK", "Link has been severed") \
    ERROR(68, "EADV", "Advertise error") \
    ERROR(69, "ESRMNT", "Srmount error") \
    ERROR(70, "ECOMM", "Communication error on send") \
    ERROR(71, "EPROTO", "Protocol error") \
    ERROR(72, "EMULTIHOP", "Multihop attempted") \
    ERROR(73, "EDOTDOT", "RFS specific error") \
    ERROR(74, "EBADMSG", "Bad message") \
    ERROR(75, "EOVERFLOW", "Value too large for defined data type") \
    ERROR(76, "ENOTUNIQ", "Name not unique on network") \
    ERROR(77, "EBADFD", "File descriptor in bad state") \
    ERROR(78, "EREMCHG", "Remote address changed") \
    ERROR(79, "ELIBACC", "Can not access a needed shared library") \
    ERROR(80, "ELIBBAD", "Accessing a corrupted shared library") \
    ERROR(81, "ELIBSCN", ".lib section in a.out corrupted") \
    ERROR(82, "ELIBMAX", "Attempting to link in too many shared libraries") \
    ERROR(83, "ELIBEXEC", "Cannot exec a shared library directly") \
    ERROR(84, "EILSEQ", "Invalid or incomplete multibyte or wide character") \
    ERROR(85, "ERESTART", "Interrupted system call should be restarted") \
    ERROR(86, "ESTRPIPE", "Streams pipe error") \
    ERROR(87, "EUSERS", "Too many users") \
    ERROR(88, "ENOTSOCK", "Socket operation on non-socket") \
    ERROR(89, "EDESTADDRREQ", "Destination address required") \
    ERROR(90, "EMSGSIZE", "Message too long") \
    ERROR(91, "EPROTOTYPE", "Protocol wrong type for socket") \
    ERROR(92, "ENOPROTOOPT", "Protocol not available") \
    ERROR(93, "EPROTONOSUPPORT", "Protocol not supported") \
    ERROR(94, "ESOCKTNOSUPPORT", "Socket type not supported") \
    ERROR(95, "EOPNOTSUPP", "Operation not supported") \
    ERROR(96, "EPFNOSUPPORT", "Protocol family not supported") \
    ERROR(97, "EAFNOSUPPORT", "Address family not supported by protocol") \
    ERROR(98, "EADDRINUSE", "Address already in use") \
    ERROR(99, "EADDRNOTAVAIL", "Cannot assign requested address") \
    ERROR(100, "ENETDOWN", "Network is down") \
    ERROR(101, "ENETUNREACH", "Network is unreachable") \
    ERROR(102, "ENETRESET", "Network dropped connection on reset") \
    ERROR(103, "ECONNABORTED", "Software caused connection abort") \
    ERROR(104, "ECONNRESET", "Connection reset by peer") \
    ERROR(105, "ENOBUFS", "No buffer space available") \
    ERROR(106, "EISCONN", "Transport endpoint is already connected") \
    ERROR(107, "ENOTCONN", "Transport endpoint is not connected") \
    ERROR(108, "ESHUTDOWN", "Cannot send after transport endpoint shutdown") \
    ERROR(109, "ETOOMANYREFS", "Too many references: cannot splice") \
    ERROR(110, "ETIMEDOUT", "Connection timed out") \
    ERROR(111, "ECONNREFUSED", "Connection refused") \
    ERROR(112, "EHOSTDOWN", "Host is down") \
    ERROR(113, "EHOSTUNREACH", "No route to host") \
    ERROR(114, "EALREADY", "Operation already in progress") \
    ERROR(115, "EINPROGRESS", "Operation now in progress") \
    ERROR(116, "ESTALE", "Stale file handle") \
    ERROR(117, "EUCLEAN", "Structure needs cleaning") \
    ERROR(118, "ENOTNAM", "Not a XENIX named type file") \
    ERROR(119, "ENAVAIL", "No XENIX semaphores available") \
    ERROR(120, "EISNAM", "Is a named type file") \
    ERROR(121, "EREMOTEIO", "Remote I/O error") \
    ERROR(122, "EDQUOT", "Disk quota exceeded") \
    ERROR(123, "ENOMEDIUM", "No medium found") \
    ERROR(124, "EMEDIUMTYPE", "Wrong medium type") \
    ERROR(125, "ECANCELED", "Operation canceled") \
    ERROR(126, "ENOKEY", "Required key not available") \
    ERROR(127, "EKEYEXPIRED", "Key has expired") \
    ERROR(128, "EKEYREVOKED", "Key has been revoked") \
    ERROR(129, "EKEYREJECTED", "Key was rejected by service") \
    ERROR(130, "EOWNERDEAD", "Owner died") \
    ERROR(131, "ENOTRECOVERABLE", "State not recoverable") \
    ERROR(132, "ERFKILL", "Operation not possible due to RF-kill") \
    ERROR(133, "EHWPOISON", "Memory page has hardware error")

#define SIGNAL_LIST(SIGNAL, MISSING) \
    MISSING(0) \
    SIGNAL(1, "HUP", "Hangup") \
    SIGNAL(2, "INT", "Interrupt") \
    SIGNAL(3, "QUIT", "Quit") \
    SIGNAL(4, "ILL", "Illegal instruction") \
    SIGNAL(5, "TRAP", "Trace/breakpoint trap") \
    SIGNAL(6, "ABRT", "Aborted") \
    SIGNAL(7, "BUS", "Bus error") \
    SIGNAL(8, "FPE", "Floating point exception") \
    SIGNAL(9, "KILL", "Killed") \
    SIGNAL(10, "USR1", "User defined signal 1") \
    SIGNAL(11, "SEGV", "Segmentation fault") \
    SIGNAL(12, "USR2", "User defined signal 2") \
    SIGNAL(13, "PIPE", "Broken pipe") \
    SIGNAL(14, "ALRM", "Alarm clock") \
    SIGNAL(15, "TERM", "Terminated") \
    SIGNAL(16, "STKFLT", "Stack fault") \
    SIGNAL(17, "CHLD", "Child exited") \
    SIGNAL(18, "CONT", "Continued") \
    SIGNAL(19, "STOP", "Stopped (signal)") \
    SIGNAL(20, "TSTP", "Stopped") \
    SIGNAL(21, "TTIN", "Stopped (tty input)") \
    SIGNAL(22, "TTOU", "Stopped (tty output)") \
    SIGNAL(23, "URG", "Urgent I/O condition") \
    SIGNAL(24, "XCPU", "CPU time limit exceeded") \
    SIGNAL(25, "XFSZ", "File size limit exceeded") \
    SIGNAL(26, "VTALRM", "Virtual timer expired") \
    SIGNAL(27, "PROF", "Profiling timer expired") \
    SIGNAL(28, "WINCH", "Window changed") \
    SIGNAL(29, "POLL", "I/O possible") \
    SIGNAL(30, "PWR", "Power failure") \
    SIGNAL(31, "SYS", "Bad system call")
