/* Two pointers to the same struct or to different ones: section 6 of "Path Exploration based on Symbolic Output". */
struct cell {
    int num;
    int other;
};

struct cell one, two;
int out;

static void assign(struct cell *p, struct cell *q, int x)
{
    if (x > 0)
        p->num = 0;
    out = q->num;
}

/* p and q never alias: the assigned value does not depend on x. */
void apart(int x)
{
    assign(&one, &two, x);
}

void together(int x)
{
    assign(&one, &one, x);
}
