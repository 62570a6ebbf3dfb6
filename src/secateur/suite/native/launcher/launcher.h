// The launcher starts a native program inside the fence and watches it. No C library: it starts in microseconds, needs
// nothing of the system but the kernel, and no environment variable can load code into it.
//
//   launcher.c    the supervisor, which stays outside: answers what the filter leaves to it, ends everything
//   inside.c      what the child does to itself before it becomes the program
//   filter.c      the list of system calls
//   probe.c       tries to get out
//   requests.c    the answers to single system calls
#pragma once
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

enum {
    NOT_PERMITTED = 1,
    NOT_FOUND = 2,
    INTERRUPTED = 4,
    NO_CHILD = 10,
    TRY_AGAIN = 11,
    NO_MEMORY = 12,
    NO_ACCESS = 13,
    NOT_A_TERMINAL = 25,
    NO_SUCH_CALL = 38,
    NOT_EMPTY = 39,
    NO_QUOTA = 122,
};

// Values that are the same on x86-64 and AArch64, whatever the C library calls them.
enum { WRITES = 3, CREATES = 0100, TRUNCATES = 01000, NAMELESS = 020000000, CLOSES_ON_EXEC = 02000000 };
#if defined(__x86_64__)
enum { FOLDER = 0200000, NO_LINK = 0400000 };
#else
enum { FOLDER = 040000, NO_LINK = 0100000 };
#endif
enum { SIGKILL_ = 9, SIGCHLD_ = 17 };

// ---- start.c
long secateur_call(long number, long a, long b, long c, long d, long e, long f);
#define CALL0(name) secateur_call(__NR_##name, 0, 0, 0, 0, 0, 0)
#define CALL1(name, a) secateur_call(__NR_##name, (long)(a), 0, 0, 0, 0, 0)
#define CALL2(name, a, b) secateur_call(__NR_##name, (long)(a), (long)(b), 0, 0, 0, 0)
#define CALL3(name, a, b, c) secateur_call(__NR_##name, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define CALL4(name, a, b, c, d) secateur_call(__NR_##name, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)
#define CALL5(name, a, b, c, d, e) \
    secateur_call(__NR_##name, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), 0)
size_t length_of(const char *text);
int same_text(const char *a, const char *b);
long number_in(const char *text);
char *append(char *to, const char *text);           // returns the new end, as does the next
char *append_number(char *to, unsigned long value);
__attribute__((noreturn)) void leave(int status);
// Ends the process with status 124 and the word on standard error: what the kernel does not offer.
__attribute__((noreturn)) void give_up(const char *word);

// ---- what to run, from the arguments
struct task {
    const char *scratch;    // the only folder in which files can be made; the current one of the program
    int program;            // an open file; -1: the fence is tried out, nothing is run
    unsigned long memory;   // in KiB, of each process
    int takes_requests;     // whether the program reads our standard input; otherwise it has an empty one
    char **rules;           // pairs: "read" or "run" or "write", and a path
    char **arguments;       // of the program
    char **environment;
};
#define MOST_FILES 32        // made by one test
#define FILE_SIZE (16 << 20)
#define MOST_OPEN 1040       // the test server keeps its own files above 1000
#define MOST_THREADS 64
#define MOST_SECONDS 3600    // of one process, whatever the time limit of a test
#define GIVEN_UP 124

// ---- filter.c: installs the list of system calls; returns the descriptor on which the supervisor is asked
int install_filter(void);

// ---- inside.c: never returns
__attribute__((noreturn)) void go_inside(const struct task *task, int tell);
int try_the_fence(void);  // probe.c: 0 if nothing gets out

// ---- requests.c
struct watched {
    int server;        // the process that was started; it alone may make others, one at a time
    int children;      // a file that lists its children
    int listener;
    int scratch;
    int has_started;   // the only exec has been done
    int memory_files;  // how many were made by the server for its own use
    int files_left, own_files_left;
    int nameless[MOST_FILES + 8];  // files in memory, for those without a name
    unsigned next_nameless;
    int is_dirty;      // something may be in the scratch folder
};
void answer_request(struct watched *watched);
int open_children(int process);  // a file that lists the children of its main thread: others cannot make any
int first_child(int children);   // in such a file; 0: it has none
unsigned long memory_of(int process);  // in KiB, with what is swapped out; the most there can be if it cannot be seen
void empty_folder(int folder);
