#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef NAN
#define NAN __builtin_nanf("")
#define INFINITY __builtin_inff()
#endif
