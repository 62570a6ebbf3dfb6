/* Functions of the C library under our own names: the source may use the usual ones for something else. */
int secateur_print(int descriptor, const char *format, ...) __asm__("dprintf");
void secateur_leave(int status) __asm__("exit"); /* functions registered with atexit run too */
int secateur_fork(void) __asm__("fork");
int secateur_wait(int process, int *status, int options) __asm__("waitpid");
unsigned secateur_alarm(unsigned seconds) __asm__("alarm");
void *secateur_temporary(void) __asm__("tmpfile");
int secateur_descriptor(void *file) __asm__("fileno");
int secateur_flush(void *file) __asm__("fflush");
int secateur_close(void *file) __asm__("fclose");
int secateur_redirect(int from, int to) __asm__("dup2");
long secateur_seek(int descriptor, long offset, int from) __asm__("lseek");
long secateur_read(int descriptor, void *to, unsigned long size) __asm__("read");

#ifndef NULL
#define NULL ((void *)0)
#endif
#ifndef NAN
#define NAN __builtin_nanf("")
#define INFINITY __builtin_inff()
#endif
