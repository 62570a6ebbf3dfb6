/* search.h, the drand48 family, and small functions on texts. */

#include "cases.h"
#include <search.h>
#include <unistd.h>

static int compare(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }

static int numbers[64], count;
static void collect(const void *node, VISIT which, int depth) {
    (void)depth;
    if (which == postorder || which == leaf) numbers[count++] = **(int *const *)node;
}
static void nothing(void *key) { (void)key; }

static void trees(void) {
    static int keys[20];
    void *root = NULL;
    for (int i = 0; i < 20; i++) keys[i] = i;
    for (int i = 0; i < 30; i++) {
        int *key = &keys[pick(20)];
        void *found = tfind(key, &root, compare);
        show("%d", found ? **(int **)found : -1);
        if (pick(3))
            show("+%d", **(int **)tsearch(key, &root, compare));
        else
            show("-%d", tdelete(key, &root, compare) != NULL);
    }
    count = 0;
    twalk(root, collect);
    for (int i = 0; i < count; i++) show(" %d", numbers[i]);
    tdestroy(root, nothing);
    show("\n");
}

static void tables(void) {
    static char words[12][4];
    struct hsearch_data table = {0};
    size_t size = pick(8);
    show("%d", hcreate_r(size, &table));
    for (int i = 0; i < 12; i++) {
        ENTRY item = {strcpy(words[i], text("ab", 4)), (void *)(long)i}, *found;
        errno = 0;
        int result = hsearch_r(item, pick(2) ? ENTER : FIND, &found, &table);
        show(" %s %d %ld %d", words[i], result, result ? (long)found->data : -1, errno);
    }
    hdestroy_r(&table);
    show("\n");
}

static void lists(void) {
    int items[20] = {1, 2, 3};
    size_t number = 3;
    for (int i = 0; i < 8; i++) {
        int key = (int)pick(8);
        show("%ld ", at(lfind(&key, items, &number, sizeof key, compare), items));
        if (pick(2)) show("%ld %zu ", at(lsearch(&key, items, &number, sizeof key, compare), items), number);
    }
    struct element { struct element *next, *previous; int number; } elements[5] = {{0}};
    insque(&elements[0], NULL);
    for (int i = 1; i < 5; i++) elements[i].number = i, insque(&elements[i], &elements[pick((unsigned)i)]);
    remque(&elements[1 + pick(4)]);
    for (struct element *each = &elements[0]; each; each = each->next) show("%d ", each->number);
    show("\n");
}

static void generators(void) {
    unsigned short x[3] = {(unsigned short)pick(65536), (unsigned short)pick(65536), (unsigned short)pick(65536)};
    unsigned short all[7] = {1, 2, 3, (unsigned short)pick(65536), 5, 6, 7};
    struct drand48_data data = {0};
    double real;
    long whole;
    switch (pick(5)) {
    case 0: srand48((long)pick(1u << 31) - (1 << 30)); break;
    case 1: show("%d ", seed48(x)[0]); break;
    case 2: lcong48(all); break;
    }
    show("%.17g %ld %ld ", drand48(), lrand48(), mrand48());
    show("%.17g ", erand48(x));
    show("%ld ", nrand48(x));
    show("%ld %s ", jrand48(x), bytes(x, 6));
    srand48_r(pick(1000), &data);
    drand48_r(&data, &real), lrand48_r(&data, &whole);
    show("%.17g %ld\n", real, whole);
}

static void texts(void) {
    const char *x = text("0012ab.", 7), *y = text("0012ab.", 7);
    int order = strverscmp(x, y);
    show("%s %s %d", x, y, (order > 0) - (order < 0));
    char *number = text("./09AZaz*", 8), block[16] = "abcdefghij", swapped[16] = "";
    show(" %s %ld", number, a64l(number));
    show(" %s", l64a((long)pick(1u << 31)));
    swab(block, swapped, (long)pick(9));
    show(" %s %d\n", swapped, rpmatch(text("yYnNx", 3)));
    char *const tokens[] = {"ro", "rw", "name", NULL};
    static const char *const OPTIONS[] = {"ro,rw,name=x", "name=", "other,ro", "", ",", "rw=1,,x=2", "r"};
    char options[32], *rest = strcpy(options, OPTIONS[pick(COUNT(OPTIONS))]), *value = NULL;
    for (int i = 0; i < 5 && *rest; i++) {
        int found = getsubopt(&rest, tokens, &value);
        show("%d %s %ld ", found, value ? value : "-", at(rest, options));
    }
    show("\n");
}

void cases(int rounds) {
    srand48(1);
    for (int i = 0; i < rounds; i++) trees(), tables(), lists(), generators(), texts();
}
