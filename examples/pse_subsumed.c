/* Figure 2 of "Eliminating Path Redundancy via Postconditioned Symbolic Execution" (Yi et al.): once a path has covered
   what follows y >= 0, the path with y = 0 stops at the last branch. */
int sign(int x, int y)
{
    if (x > 0)
        y = -1;
    else if (x > -5)
        y = 0;
    else
        y = 1;
    if (y >= 0)
        return 1;
    else
        return 0;
}
