#include <stdio.h>

struct leaf {
    _Bool is_set;
    float weight;
};

void scale(struct leaf leaves[], int n, float by)
{
    for (int i = 0; i < n && i < 2; i++)
        if (leaves[i].is_set)
            leaves[i].weight *= by;
    puts("done\"\\?");
}
