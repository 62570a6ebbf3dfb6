/*
 * Faults that dependence guided exploration misses as it was published (--technique dgse-published), and finds as it is
 * here (--technique dgse). docs/dgse.md tells why.
 */
#include <assert.h>

/* The first run ends in the assertion. The next one passes it, for its sake, and what comes behind is not its business. */
void behind(int x, int y)
{
    assert(x > 0);
    if (y > 5)
        assert(y != 7);
}

/* Asked for x > 10, the solver may answer 11. That run ends before it gets to the branch it was made for. */
void before(int x)
{
    assert(x != 11);
    if (x > 10)
        assert(x != 50);
}

/* Asked for x > 3, the solver may answer 4. That run takes the wanted side, and ends before the side can matter. */
void between(int x, int y)
{
    int a = 0;

    if (x > 3)
        a = 1;
    assert(x != 4);
    if (y > 5)
        assert(a == 0);
}

/* The false side of y > 5 has nothing to do with a, the true one has. Both are needed: which one is to be taken counts. */
void sides(int x, int y)
{
    int a = 0;

    if (x > 3)
        a = 1;
    if (y > 5)
        assert(a == 0);
}
