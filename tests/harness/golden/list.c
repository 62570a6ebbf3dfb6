// sum --buffer 2
struct node {
    int value;
    struct node *next;
    const char *name;
    char *note;
    void (*drop)(struct node *);
};

int sum(struct node *list)
{
    int total = 0;
    for (; list; list = list->next)
        total += list->value;
    return total;
}
