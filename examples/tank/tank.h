#define CAPACITY 200

static inline int percent(unsigned level) { return level >= CAPACITY ? 100 : level * 100 / CAPACITY; }

int pump(unsigned level, int demand);
int warn(unsigned level);
