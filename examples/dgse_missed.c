/*
 * Faults that the published algorithm of dependence guided symbolic execution misses (--technique dgse-published) and
 * ours finds (--technique dgse). docs/dgse.md explains why.
 */
#include <assert.h>

/* The first run ends in the assertion. The next one only has to get past it; the code after it is not followed up. */
void behind(int x, int y)
{
    assert(x > 0);
    if (y > 5)
        assert(y != 7);
}

/* For x > 10, the solver may return 11. That run ends before it reaches the branch it was created for. */
void before(int x)
{
    assert(x != 11);
    if (x > 10)
        assert(x != 50);
}

/* For x > 3, the solver may return 4. That run takes the requested side, but ends before the side can matter. */
void between(int x, int y)
{
    int a = 0;

    if (x > 3)
        a = 1;
    assert(x != 4);
    if (y > 5)
        assert(a == 0);
}

/* The true side of y > 5 depends on a, the false side does not. So it matters which side a run is to take. */
void sides(int x, int y)
{
    int a = 0;

    if (x > 3)
        a = 1;
    if (y > 5)
        assert(a == 0);
}
