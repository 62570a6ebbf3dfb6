/* Bubble sort of six numbers, with a check of its result. */
#include <assert.h>

void sort6(int a[6])
{
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5 - i; j++)
            if (a[j] > a[j + 1]) {
                int t = a[j];

                a[j] = a[j + 1];
                a[j + 1] = t;
            }
    for (int i = 0; i < 5; i++)
        assert(a[i] <= a[i + 1]);
}
