// f --buffer 2
typedef struct {
    int x, y;
} point;

struct flags {
    unsigned a : 3;
    int b : 5;
    _Bool c : 1;
    unsigned : 4;
    unsigned d : 20;
};

struct shape {
    point corner[2];
    struct flags flags;
    union {
        char kind;
        int code;
        float weight;
    } u;
    char name[4];
    struct {
        short left, right;
    };
};

point f(struct shape by_value, struct shape *shapes, const point *points)
{
    point p = {by_value.left, shapes[0].u.code + points[0].x};
    shapes[1].flags.a = 2;
    return p;
}
