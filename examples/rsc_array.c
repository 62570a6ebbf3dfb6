#include <stdio.h>
/* The example of section 5.1 of "Path Exploration based on Symbolic Output", at the paper's line numbers. */
static const int a[2] = {0, 1};
int example(int x, int y) { int out;
    if (x > 0)
        printf("x is greater than zero\n");
    if (a[x] > 0) {
        if (y > 0)
            out = 1;
        else
            out = -1;
    } else {
        out = 0;
    }
    return out;
}
