// The heap. Memory is never reused, so that a use after free is always detected; fresh memory is zero, as in the
// machine.
//
// The first blocks are on their own pages in a vast space where nothing else is mapped, at irregular distances, so that
// an access far outside one does not hit another. Later blocks are close together, separated by forbidden memory, first
// 2048 bytes, then 16.
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "runtime.h"

#define WIDE_AT 0x600000000000UL
#define WIDE_SPACE (1UL << 40)
#define WIDE_BLOCKS 128  // each costs 10 microseconds
#define WIDE_LARGEST (64UL << 20)
#define SPACED_BLOCKS 4096  // number of dense blocks with a large gap after them
#define DENSE_AT 0x650000000000UL
#define DENSE_SPACE (256UL << 30)
#define LARGEST (1UL << 30)     // per request, as in the machine
#define LIVE_LIMIT (1UL << 32)  // in total; a leak must not exhaust the computer's memory
#define PAGE 4096UL
#define CHUNK (1UL << 18)

enum state { LIVE = 0x6c697665, FREED = 0x66726565 };

struct header {  // right before the block, inside forbidden memory
    size_t size;
    size_t state;
};

static address wide_next, wide_end, dense_next, dense_end;
static uint32_t *chunk_live;  // how many live blocks overlap each chunk of the dense part
static size_t live;
static unsigned wide_count, dense_count;

static int start(void) {
    if (dense_end) return 1;
    secateur_shadow_start();
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    char *wide = mmap((void *)WIDE_AT, WIDE_SPACE, PROT_NONE, flags, -1, 0);
    char *dense = mmap((void *)DENSE_AT, DENSE_SPACE, PROT_READ | PROT_WRITE, flags, -1, 0);
    chunk_live = mmap(NULL, DENSE_SPACE / CHUNK * sizeof *chunk_live, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (dense == MAP_FAILED || (void *)chunk_live == MAP_FAILED) return 0;
    madvise(dense, DENSE_SPACE, MADV_NOHUGEPAGE);
    if (wide != MAP_FAILED) {
        madvise(wide, WIDE_SPACE, MADV_NOHUGEPAGE);
        wide_next = (address)wide, wide_end = wide_next + WIDE_SPACE;
    }
    dense_next = (address)dense, dense_end = dense_next + DENSE_SPACE;
    return 1;
}

static address up(address value, address step) { return (value + step - 1) & -step; }

// Memory for a block with `before` bytes in front of it, on its own pages; 0 if there is none.
static address take_wide(size_t before, size_t size, size_t alignment) {
    if (wide_count >= WIDE_BLOCKS || size > WIDE_LARGEST || alignment > PAGE) return 0;
    // about a gigabyte plus an odd number of pages further
    address base = wide_next + (256UL * 1024 + 1 + wide_count * 7919 % 4096 * 2) * PAGE;
    address block = up(base + before, alignment), end = up(block + size + 1, PAGE);
    if (end + PAGE > wide_end || mprotect((void *)base, end - base, PROT_READ | PROT_WRITE)) return 0;
    wide_next = base + (1UL << 30), wide_count++;
    secateur_poison(base, end - base, HEAP_REDZONE);
    return block;
}

static void count_chunks(address begin, address end, int step) {
    address first = (begin - (dense_end - DENSE_SPACE)) / CHUNK, last = (end - 1 - (dense_end - DENSE_SPACE)) / CHUNK;
    for (address i = first; i <= last; i++) {
        chunk_live[i] += (uint32_t)step;
        address chunk = dense_end - DENSE_SPACE + i * CHUNK;
        if (!chunk_live[i] && chunk + CHUNK <= dense_next) madvise((void *)chunk, CHUNK, MADV_DONTNEED);
    }
}

static address take_dense(size_t before, size_t size, size_t alignment) {
    size_t gap = dense_count++ < SPACED_BLOCKS ? 2048 : size < 2048 ? 16 : 256;
    address block = up(dense_next + before, alignment), end = up(block + size + gap, 16);
    if (end > dense_end) return 0;
    secateur_poison(dense_next, end - dense_next, HEAP_REDZONE);
    dense_next = end;
    count_chunks(block - sizeof(struct header), block + size, 1);
    return block;
}

// What fresh memory holds: zeros, except in builds that compare two fills.
__attribute__((weak)) int secateur_fresh_byte = 0;

static void *obtain(size_t size, size_t alignment) {
    if (alignment < 16) alignment = 16;
    if (size > LARGEST || alignment > LARGEST || live + size > LIVE_LIMIT || !start()) {
        errno = ENOMEM;
        return NULL;
    }
    address block = take_wide(sizeof(struct header) + 48, size, alignment);
    if (!block) block = take_dense(sizeof(struct header), size, alignment);
    if (!block) {
        errno = ENOMEM;
        return NULL;
    }
    *((struct header *)block - 1) = (struct header){size, LIVE};
    secateur_unpoison(block, size);
    live += size;
    if (secateur_fresh_byte) secateur_fill((void *)block, secateur_fresh_byte, size);
    return (void *)block;
}

// Builds that look for leaks keep a list of the blocks.
__attribute__((weak)) void secateur_allocated(address block, size_t size, void *frame) {}
__attribute__((weak)) void secateur_allocated_by_library(address block, size_t size) {}
__attribute__((weak)) void secateur_released(address block) {}

int secateur_is_own_memory = 0;

static void *allocate(size_t size, size_t alignment, void *frame) {
    if (secateur_is_own_memory) return obtain(size, alignment);
    if (size <= LARGEST && secateur_allocation_fails()) return NULL;
    void *block = obtain(size, alignment);
    if (block) secateur_allocated((address)block, size, frame);
    return block;
}

void *secateur_allocate(size_t size) { return obtain(size, 16); }

// What a pointer is to the heap: 0: not the start of a block, 1: a live block, 2: a freed block.
static int state_of(address where, size_t *size) {
    int ours = (where >= WIDE_AT && where < wide_end) || (where >= dense_end - DENSE_SPACE && where < dense_end);
    if (!dense_end || !ours || where % 16 || *shadow_of(where - 16) != HEAP_REDZONE) return 0;
    const struct header *header = (const struct header *)where - 1;
    *size = header->size;
    return header->state == LIVE ? 1 : header->state == FREED ? 2 : 0;
}

static void release(void *block, void *frame) {
    size_t size;
    if (!block) return;
    int state = state_of((address)block, &size);
    if (state == 2) secateur_fault("invalid-free", NOWHERE, frame, "memory freed twice");
    if (!state) secateur_fault("invalid-free", NOWHERE, frame, "freed pointer is not the start of an allocated block");
    ((struct header *)block - 1)->state = FREED;
    secateur_poison((address)block, size ? size : 1, HEAP_FREED);
    live -= size;
    secateur_released((address)block);
    if ((address)block >= dense_end - DENSE_SPACE && (address)block < dense_end)
        count_chunks((address)block - sizeof(struct header), (address)block + size, -1);
}

void *malloc(size_t size) { return allocate(size, 16, HERE); }
void free(void *block) { release(block, HERE); }
void cfree(void *block) { release(block, HERE); }

void *calloc(size_t count, size_t each) {
    size_t size;
    if (__builtin_mul_overflow(count, each, &size)) {
        errno = ENOMEM;
        return NULL;
    }
    void *block = allocate(size, 16, HERE);
    if (block && secateur_fresh_byte) secateur_fill(block, 0, size);
    return block;
}

static void *resize(void *block, size_t size, void *frame) {
    size_t old = 0;
    if (!block) return allocate(size, 16, frame);
    if (state_of((address)block, &old) != 1 || !size) {
        release(block, frame);
        return NULL;
    }
    void *fresh = allocate(size, 16, frame);
    if (!fresh) return NULL;
    secateur_copy(fresh, block, old < size ? old : size);
    release(block, frame);
    return fresh;
}

void *realloc(void *block, size_t size) { return resize(block, size, HERE); }

void *reallocarray(void *block, size_t count, size_t each) {
    size_t size;
    if (__builtin_mul_overflow(count, each, &size)) {
        errno = ENOMEM;
        return NULL;
    }
    return resize(block, size, HERE);
}

void *memalign(size_t alignment, size_t size) { return allocate(size, alignment, HERE); }
void *aligned_alloc(size_t alignment, size_t size) { return allocate(size, alignment, HERE); }
void *valloc(size_t size) { return allocate(size, PAGE, HERE); }
void *pvalloc(size_t size) { return allocate(up(size, PAGE), PAGE, HERE); }

int posix_memalign(void **to, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) || alignment & (alignment - 1) || !alignment) return EINVAL;
    int before = errno;
    void *block = allocate(size, alignment, HERE);
    errno = before;
    if (!block) return ENOMEM;
    *to = block;
    return 0;
}

size_t malloc_usable_size(void *block) {
    size_t size = 0;
    return block && state_of((address)block, &size) == 1 ? size : 0;
}
