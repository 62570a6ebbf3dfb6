// f --buffer 2
int returned = 1;
int p_next;
struct node { struct node *next; int f; };

int f(struct node *p, int f, int argument1) { return p->f + f + argument1 + returned + p_next; }
