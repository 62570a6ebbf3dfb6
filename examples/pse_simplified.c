/* Figure 3 of "Eliminating Path Redundancy via Postconditioned Symbolic Execution" (Yi et al.): six paths, with summaries
   that become short when simplified. */
#include <assert.h>

void update(int x, int y, int a, int b, int c, int d, int e)
{
    if (x > 0) {
        a++;
        if (a > 0)
            b++;
        else
            b--;
    } else
        a--;

    if (y > 0) {
        c++, e++;
        if (c > 0)
            d++;
        else
            d--;
    } else
        e--;
    assert(e > 0);
}
