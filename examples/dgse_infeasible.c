/*
 * "Dependence Guided Symbolic Execution", Figure 5: two decisions on the same input, each with its own result. The
 * first cannot hold without the second, but full exploration tries this combination anyway. Neither decision affects
 * the other's result, so dgse flips each one separately and never tries the infeasible pair.
 */
int first, second;

void infeasible(int x)
{
    int a = 1;
    int b = 2;

    if (x > 1)
        a = 2;
    if (x > 0)
        b = x;
    first = a;
    second = b;
}
