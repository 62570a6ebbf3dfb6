/* Bubble sort, then a check that the result is sorted. -D BUG leaves out the last pair. */
#include <assert.h>

#ifdef BUG
#define LAST(n) ((n) - 2)
#else
#define LAST(n) ((n) - 1)
#endif

void sort(int *a, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < LAST(n) - i; j++)
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
}

void sort5(int a[5])
{
    sort(a, 5);
    for (int i = 0; i + 1 < 5; i++)
        assert(a[i] <= a[i + 1]);
}
