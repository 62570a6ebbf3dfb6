// f --buffer 2 --pointer-depth 3
void f(int **rows, const char **names, const char *const *frozen, char ***deep)
{
    rows[0][1] = names[0][0] + frozen[0][0];
    deep[0] = 0;
}
