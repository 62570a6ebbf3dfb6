// What the files of the machine's C library that native programs use (library.py) need of the machine.
#include <stdlib.h>
#include <unistd.h>

#include "runtime.h"

void __secateur_no_environment(void) {}
int __secateur_clock_moves(void) { return secateur_clock_moves(); }
void __secateur_this_system(void) {}
void __secateur_hardware(const char *name) {}
RUNTIME_NORETURN void __secateur_exit(int status) { _exit(status); }
