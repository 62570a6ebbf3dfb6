/* Figure 1 of "Eliminating Path Redundancy via Postconditioned Symbolic Execution" (Yi et al.): 8 paths, 4 tests. */
int test(int a, int b, int c)
{
    int res;
    if (a <= 0)
        a = a + 10;
    else
        a = a - 10;
    if (a <= b)
        res = a - b;
    else
        res = a + b;
    if (res > c)
        res = 1;
    else
        res = 0;
    return res;
}
