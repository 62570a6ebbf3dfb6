int x, y; void example(int inp1, int inp2) { /* section 5.2 of "Path Exploration based on Symbolic Output" */
    if (inp1 > 0)
        x = inp1 + 1;
    else
        x = inp1 - 1;
    if (inp2 > 0)
        y = inp2 + 1;
    else
        y = inp2 - 1;
}
