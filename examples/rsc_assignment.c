int out; /* Figure 2 of "Path Exploration based on Symbolic Output", at the paper's line numbers */
void example(int x) { int a = 0;
    /* the input is a parameter here; the paper reads it with scanf */
    x = x - 1;
    if (x > 0)
        a = 1;
    out = a;
}
