// f --symbolic level --symbolic names --symbolic x --assume 'level > 0 && x != 3' --buffer 2
static int level = 3;
int x = 1;
const int limit = 10;
struct { int calls; char last; } journal;
char *names[2];
double ratio;
int (*hook)(int);

int f(int x)
{
    static int calls;
    journal.calls = ++calls;
    hook = f;
    return x + level + limit + (ratio > 0) + (names[0] != 0);
}
