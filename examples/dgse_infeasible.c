/*
 * "Dependence Guided Symbolic Execution", Figure 5: two decisions on the same input, with a result each. The first
 * cannot hold without the second, and full exploration tries that all the same. But neither decision has to do with
 * the other's result: each can be turned round by itself, and the impossible pair is never asked for.
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
