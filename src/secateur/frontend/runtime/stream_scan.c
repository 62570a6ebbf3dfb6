/* stdio.h: scanf from streams, without the header, which gives these functions other names. */

#include "runtime.h"

typedef struct _IO_FILE FILE;
extern FILE *stdin;
int __secateur_vfscanf(FILE *stream, const char *format, va_list list);

int vfscanf(FILE *stream, const char *format, va_list list) { return __secateur_vfscanf(stream, format, list); }
int __isoc99_vfscanf(FILE *stream, const char *format, va_list list) {
    return __secateur_vfscanf(stream, format, list);
}
int __isoc23_vfscanf(FILE *stream, const char *format, va_list list) {
    return __secateur_vfscanf(stream, format, list);
}
int vscanf(const char *format, va_list list) { return __secateur_vfscanf(stdin, format, list); }
int __isoc99_vscanf(const char *format, va_list list) { return __secateur_vfscanf(stdin, format, list); }
int __isoc23_vscanf(const char *format, va_list list) { return __secateur_vfscanf(stdin, format, list); }
int fscanf(FILE *stream, const char *format, ...) { PASS(format, __secateur_vfscanf(stream, format, list)) }
int __isoc99_fscanf(FILE *stream, const char *format, ...) { PASS(format, __secateur_vfscanf(stream, format, list)) }
int __isoc23_fscanf(FILE *stream, const char *format, ...) { PASS(format, __secateur_vfscanf(stream, format, list)) }
int scanf(const char *format, ...) { PASS(format, __secateur_vfscanf(stdin, format, list)) }
int __isoc99_scanf(const char *format, ...) { PASS(format, __secateur_vfscanf(stdin, format, list)) }
int __isoc23_scanf(const char *format, ...) { PASS(format, __secateur_vfscanf(stdin, format, list)) }
