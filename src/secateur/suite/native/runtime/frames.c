// Local variables: frames outside the stack, so that accesses to the locals of a function that has returned are
// detected, and the redzones around variables that stay on the stack.
//
// Instrumented functions request a frame of a size class (64 << class) and clear a flag when they return; the pointer
// to the flag is kept in the last word of the frame. Frames are reused as late as possible.
#include <sys/mman.h>

#include "runtime.h"

#define CLASSES 11
#define WIDE_SLOTS 128  // these are far apart, so that an access far outside one does not hit the next
#define WIDE_STRIDE (1UL << 17)
#define DENSE_BYTES (16UL << 20)
#define REGION_SIZE (WIDE_SLOTS * WIDE_STRIDE + DENSE_BYTES)
#define MAX_SLOTS (WIDE_SLOTS + DENSE_BYTES / 64)
#define FRAMES_AT 0x6e0000000000UL

struct frames {
    char *region;
    uint8_t *used;        // flag of each slot
    address *owner;       // the stack pointer when the slot was allocated
    uint32_t next_wide, next_dense, top;
    uint32_t *live;       // slots in order of allocation
};

static struct frames classes[CLASSES];

static void *reserve(address wanted, size_t size) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *found = mmap((void *)wanted, size, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (found == MAP_FAILED) return NULL;
    madvise(found, size, MADV_NOHUGEPAGE);
    return found;
}

static int prepare(struct frames *frames, int class) {
    if (frames->region) return 1;
    char *region = reserve(FRAMES_AT + (address)class * 2 * REGION_SIZE, REGION_SIZE);
    char *tables = reserve(0, MAX_SLOTS * (1 + sizeof(address) + sizeof(uint32_t)));
    if (!region || !tables || (address)region % WIDE_STRIDE) return 0;
    frames->owner = (address *)tables;
    frames->live = (uint32_t *)(frames->owner + MAX_SLOTS);
    frames->used = (uint8_t *)(frames->live + MAX_SLOTS);
    frames->region = region;
    return 1;
}

static uint32_t slot_count(int class) { return WIDE_SLOTS + (uint32_t)(DENSE_BYTES / (64UL << class)); }

static address slot_address(const struct frames *frames, int class, uint32_t slot) {
    if (slot < WIDE_SLOTS) return (address)frames->region + slot * WIDE_STRIDE;
    return (address)frames->region + WIDE_SLOTS * WIDE_STRIDE + ((address)(slot - WIDE_SLOTS) * 64 << class);
}

// A longjmp leaves stale frames: those whose functions are below the stack pointer of the caller. On a stack that the
// program allocated itself, nothing is known.
static void collect(struct frames *frames, int class, address stack) {
    if (stack < secateur_stack_low || stack >= secateur_stack_high) return;
    while (frames->top) {
        uint32_t slot = frames->live[frames->top - 1];
        if (frames->used[slot]) {
            if (frames->owner[slot] > stack) break;
            frames->used[slot] = 0;
            secateur_poison(slot_address(frames, class, slot), 64UL << class, STACK_RETURNED);
        }
        frames->top--;
    }
}

// The slots of a kind are used in turn; -1 if none is free near the next one.
static int64_t choose(struct frames *frames, uint32_t *next, uint32_t begin, uint32_t count, uint32_t tries) {
    for (uint32_t i = 0; i < tries && i < count; i++) {
        uint32_t slot = begin + *next;
        *next = (*next + 1) % count;
        if (!frames->used[slot]) return slot;
    }
    return -1;
}

static address allocate(int class, address stack) {
    struct frames *frames = &classes[class];
    secateur_shadow_start();
    if (!prepare(frames, class)) return 0;
    collect(frames, class, stack);
    int64_t slot = choose(frames, &frames->next_wide, 0, WIDE_SLOTS, WIDE_SLOTS);
    if (slot < 0) slot = choose(frames, &frames->next_dense, WIDE_SLOTS, slot_count(class) - WIDE_SLOTS, 64);
    if (slot < 0 || frames->top >= MAX_SLOTS) return 0;  // then the function uses the stack
    address begin = slot_address(frames, class, (uint32_t)slot), size = 64UL << class;
    if (slot < WIDE_SLOTS && !frames->owner[slot])
        secateur_poison(begin + size, WIDE_STRIDE - size, 0xf3);
    frames->used[slot] = 1;
    frames->owner[slot] = stack >= secateur_stack_low && stack < secateur_stack_high ? stack : (address)-1;
    frames->live[frames->top++] = (uint32_t)slot;
    secateur_unpoison(begin, size);
    *(uint8_t **)(begin + size - sizeof(address)) = &frames->used[slot];
    return begin;
}

static void release(address begin, int class) {
    address size = 64UL << class;
    **(uint8_t **)(begin + size - sizeof(address)) = 0;
    secateur_poison(begin, size, STACK_RETURNED);
}

// They also receive the exact size, which the class makes unnecessary.
#define CLASS(n)                                                                                 \
    address __asan_stack_malloc_##n(void) { return allocate(n, (address)HERE); }                 \
    address __asan_stack_malloc_always_##n(void) { return allocate(n, (address)HERE); }          \
    void __asan_stack_free_##n(address begin) { release(begin, n); }

CLASS(0) CLASS(1) CLASS(2) CLASS(3) CLASS(4) CLASS(5) CLASS(6) CLASS(7) CLASS(8) CLASS(9) CLASS(10)

int __asan_option_detect_stack_use_after_return = 1;

// ---- variables that stay on the stack

void __asan_handle_no_return(void) {  // the frames above may be left without removing their redzones
    address from = (address)HERE & ~(address)7;
    if (from >= secateur_stack_low && from < secateur_stack_high)
        secateur_poison(from, secateur_stack_high - from, 0);
}

void __asan_poison_stack_memory(address begin, size_t size) { secateur_poison(begin, size, STACK_LEFT_SCOPE); }
void __asan_unpoison_stack_memory(address begin, size_t size) { secateur_unpoison(begin, size); }

#define SET_SHADOW(value) \
    void __asan_set_shadow_##value(address shadow, size_t size) { secateur_fill((void *)shadow, 0x##value, size); }
SET_SHADOW(00) SET_SHADOW(01) SET_SHADOW(02) SET_SHADOW(03) SET_SHADOW(04) SET_SHADOW(05) SET_SHADOW(06)
SET_SHADOW(07) SET_SHADOW(f1) SET_SHADOW(f2) SET_SHADOW(f3) SET_SHADOW(f5) SET_SHADOW(f8)

void __asan_alloca_poison(address begin, size_t size) {
    address used = begin + size, end = ((used + 31) & ~(address)31) + 32;
    secateur_poison(begin - 32, 32, ALLOCA_LEFT);
    secateur_poison(used & ~(address)7, end - (used & ~(address)7), ALLOCA_RIGHT);
    if (used % 8) *shadow_of(used) = used % 8;
}

void __asan_allocas_unpoison(address top, address bottom) {
    if (top && top <= bottom) secateur_poison(top, bottom - top, 0);
}

void secateur_each_frame(void (*visit)(address begin, address end)) {
    for (int class = 0; class < CLASSES; class++) {
        const struct frames *frames = &classes[class];
        for (uint32_t slot = 0; frames->region && slot < slot_count(class); slot++) {
            address begin = slot_address(frames, class, slot);
            if (frames->used[slot]) visit(begin, begin + (64UL << class));
        }
    }
}
