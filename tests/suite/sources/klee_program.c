#include <stdio.h>
#include <stdlib.h>

void klee_make_symbolic(void *object, unsigned long size, char *name);
void klee_assume(int condition);

static int match(const char *re, int x) { return re[0] == '^' ? x : -x; }

int main(int argc, char *argv[])
{
    char re[7];
    int x;
    double weights[2];
    klee_make_symbolic(re, sizeof re, "re");
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(weights, sizeof weights, "weights");
    klee_assume(re[6] == '\0');
    printf("%d %d\n", argc, match(re, x) + (argv != NULL));
    if (weights[0] > 1)
        exit(4);
    if (x > 10)
        return 2;
}
