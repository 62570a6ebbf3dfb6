/* addElem, Figure 1 of "SPA: Symbolic Program Approximation" (Santelices, Harrold): statement n is on line 20 + n. */
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 2 };
typedef unsigned uint;
typedef struct { uint length, items[MOST]; } List;
typedef struct { uint size, keys[MOST]; List *values[MOST]; } Map;

static Map *newMap(void);
static List *single(uint a); /* the list {a} */
static int hasKey(const Map *m, uint a);
static List *getVal(const Map *m, uint a);
static Map *insert(Map *m, uint a, List *l);
static List *append(List *l, uint b);

uint addElem(uint a, uint b, uint c, Map *m)
{
    List *l;
    uint sz;
    if (m == NULL)
        m = newMap();
    sz = m->size;
    if (hasKey(m, a)) {
        l = getVal(m, a);
        if (l->length == 0)
            l = single(a); }
    else { l = single(a);
        m = insert(m, a, l);
        sz++; }
    if (l->length >= sz + c)
        puts("failed");
    else { l = append(l, b);
        puts("succeeded"); }
    return sz;
}

static Map *newMap(void)
{
    return calloc(1, sizeof(Map));
}

static List *single(uint a)
{
    List *l = calloc(1, sizeof *l);

    l->length = 1;
    l->items[0] = a;
    return l;
}

/* The index of the key, or MOST. */
static uint find(const Map *m, uint a)
{
    for (uint i = 0; i < m->size && i < MOST; i++)
        if (m->keys[i] == a)
            return i;
    return MOST;
}

static int hasKey(const Map *m, uint a)
{
    return find(m, a) < MOST;
}

static List *getVal(const Map *m, uint a)
{
    return m->values[find(m, a)];
}

/* A full map or list is left unchanged. */
static Map *insert(Map *m, uint a, List *l)
{
    if (m->size < MOST) {
        m->keys[m->size] = a;
        m->values[m->size] = l;
        m->size++;
    }
    return m;
}

static List *append(List *l, uint b)
{
    if (l->length < MOST)
        l->items[l->length++] = b;
    return l;
}
