// Blocks of the heap that nothing leads to when the program has ended. Linked only into builds that look for leaks.
//
// Blocks are in use if they can be reached from global variables, from what the driver observed, or, when `exit` was
// called, from local variables of the functions that called it. Any word that is an address in a block counts.
#include <stdlib.h>
#include <sys/mman.h>

#include "runtime.h"

#define MOST_BLOCKS (1UL << 24)  // of each part of the heap
#define MOST_SEEN 65536
#define CALLERS 4
#define DENSE_AT 0x650000000000UL  // as in heap.c: addresses rise within each part, and are never reused

struct block {
    address begin;
    size_t size;
    int live, used, count, is_library;  // the C library's own is no leak, but leads to other blocks
    address callers[CALLERS];
};

struct part {
    struct block *blocks;
    size_t count;
};

extern char secateur_data_start[] __attribute__((visibility("hidden")));
extern char secateur_data_end[] __attribute__((visibility("hidden")));
extern char secateur_bss_start[] __attribute__((visibility("hidden")));
extern char secateur_bss_end[] __attribute__((visibility("hidden")));

static struct part parts[2];
static address seen[MOST_SEEN];
static size_t seen_count, waiting_count;
static struct block **waiting;

static void *reserve(size_t size) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *found = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, -1, 0);
    return found == MAP_FAILED ? NULL : found;
}

static struct part *part_of(address where) { return &parts[where >= DENSE_AT]; }

void secateur_allocated(address begin, size_t size, void *frame) {
    struct part *part = part_of(begin);
    if (!part->blocks) part->blocks = reserve(MOST_BLOCKS * sizeof *part->blocks);
    if (!part->blocks || part->count == MOST_BLOCKS) return;
    struct block *made = &part->blocks[part->count++];
    *made = (struct block){.begin = begin, .size = size, .live = 1};
    made->count = secateur_callers((address)frame, made->callers, CALLERS);
}

void secateur_allocated_by_library(address begin, size_t size) {
    struct part *part = part_of(begin);
    size_t before = part->count;
    secateur_allocated(begin, size, HERE);
    if (part->count > before) part->blocks[before].is_library = 1;
}

// The last block that begins at the address or before it; a pointer to its end is still one of its own.
static struct block *find(address where) {
    struct part *part = part_of(where);
    size_t low = 0, high = part->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (part->blocks[middle].begin <= where)
            low = middle + 1;
        else
            high = middle;
    }
    struct block *found = low ? &part->blocks[low - 1] : NULL;
    return found && found->live && where - found->begin <= found->size ? found : NULL;
}

void secateur_released(address begin) {
    struct block *found = find(begin);
    if (found) found->live = 0;
}

void secateur_seen(address value) {
    if (seen_count < MOST_SEEN) seen[seen_count++] = value;
}

static void scan(address begin, address end) {
    for (address at = (begin + 7) & ~(address)7; at + 8 <= end; at += 8) {
        struct block *found = find(*(address *)at);
        if (found && !found->used) found->used = 1, waiting[waiting_count++] = found;
    }
}

static void mark(void) {
    address here = (address)HERE;
    scan((address)secateur_data_start, (address)secateur_data_end);
    scan((address)secateur_bss_start, (address)secateur_bss_end);
    scan((address)seen, (address)(seen + seen_count));
    if (here >= secateur_stack_low && here < secateur_stack_high) {  // `exit` was called: functions are still running
        scan(here, secateur_stack_high);
        secateur_each_frame(scan);
    }
    while (waiting_count) {
        struct block *next = waiting[--waiting_count];
        scan(next->begin, next->begin + next->size);
    }
}

// After the exit handlers and destructors of the program.
__attribute__((destructor(101))) static void tell(void) {
    waiting = reserve(2 * MOST_BLOCKS * sizeof *waiting);
    if (!waiting) return;
    mark();
    for (int i = 0; i < 2; i++)
        for (struct block *at = parts[i].blocks, *end = at + parts[i].count; at < end; at++)
            if (at->live && !at->used && !at->is_library)
                secateur_line("leak\t%zu\t%lx,%lx,%lx,%lx", at->size, (unsigned long)at->callers[0],
                              (unsigned long)at->callers[1], (unsigned long)at->callers[2],
                              (unsigned long)at->callers[3]);
}
