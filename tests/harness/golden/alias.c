// join --buffer 1 --alias a,b --alias 'a->next,b' --nullable 'a->next' --assume 'a != b || a->next != 0'
struct node { int value; struct node *next; };

int join(struct node *a, struct node *b, const int *first, const int *second)
{
    if (a == b)
        return first == second;
    return a->next == b ? *first : *second;
}
