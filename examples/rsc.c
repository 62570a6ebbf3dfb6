#include <stdio.h>
int out; /* the output of Figure 1 of "Path Exploration based on Symbolic Output", at the paper's line numbers */
void example(int x, int y, int z) {
    int a, b = 2;
    /* the inputs are parameters here; the paper reads them with scanf */
    if (x - y > 0)
        a = x;
    else
        a = y;
    if (x + y > 10)
        b = a;
    if (z * z > 3)
        printf("square(z) > 3\n");
    else
        printf("square(z) <= 3\n");
    out = b;
}
