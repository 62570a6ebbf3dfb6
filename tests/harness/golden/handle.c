// push --buffer 2
struct stack {
    int *items;
    unsigned count;
    const int *limits;
};

static void push(struct stack s, const struct stack *other, int item)
{
    s.items[s.count] = item;
    other->items[0] = item;
}

void use(void) { struct stack s = {0}; push(s, &s, 1); }
