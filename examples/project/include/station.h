/* A weather station: readings come in as lines of text, are checked, smoothed and sent on. */
#ifndef STATION_H
#define STATION_H

#define RING_SIZE 4

enum quality { GOOD, SUSPECT, BAD };

struct reading {
    int tenths;  /* of a degree */
    unsigned char humidity;
    enum quality quality;
};

struct ring {
    int values[RING_SIZE];
    unsigned first, count;
};

struct limits {
    int low, high;
};

/* ring.c */
int ring_is_full(const struct ring *r);
int ring_push(struct ring *r, int value);
int ring_pop(struct ring *r, int *value);
int ring_sum(const struct ring *r);
int ring_mean(const struct ring *r);

/* checksum.c */
unsigned char checksum(const unsigned char *data, int count);
int hash_name(const char *name);

/* limits.c */
int in_limits(const struct limits *l, int value);
int clamp(const struct limits *l, int value);
enum quality judge(const struct limits *l, int value);

#endif
