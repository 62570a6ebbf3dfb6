/* _Atomic and <stdatomic.h> in one thread. */
#include <stdatomic.h>
#include <stdbool.h>

struct pair { int a, b; };
struct big { long a, b, c; };
static _Atomic int counter = 5;
static atomic_long total;
static _Atomic(struct pair) both;
static _Atomic(struct big) large;
static atomic_flag busy = ATOMIC_FLAG_INIT;
static _Atomic double real;
static _Atomic unsigned char byte;
static _Atomic(int *) where;

long f(int a, int b, unsigned c, long d) {
    int items[4] = {a, b, 3, 4};
    atomic_store(&counter, a & 0xffff);
    long sum = atomic_fetch_add(&counter, b & 0xff);
    sum += atomic_fetch_sub_explicit(&counter, 3, memory_order_relaxed);
    sum += atomic_fetch_or(&counter, 8) + atomic_fetch_and(&counter, 0xfff) + atomic_fetch_xor(&counter, b & 7);
    int expected = a & 0xff;
    bool same = atomic_compare_exchange_strong(&counter, &expected, 77);
    sum = sum * 2 + same * 1000 + expected;
    counter++;
    counter *= 3;
    counter -= (int)(c & 3);
    sum += counter;
    atomic_init(&total, d >> 8);
    while (!atomic_compare_exchange_weak_explicit(&total, &(long){d >> 8}, 12, memory_order_acq_rel, memory_order_acquire)) break;
    sum += total;
    struct pair p = {a >> 1, b >> 1};
    atomic_store(&both, p);
    p = atomic_exchange(&both, ((struct pair){1, 2}));
    sum += p.a ^ p.b ^ atomic_load(&both).b;
    struct big g = {d >> 2, 2, 3};
    atomic_store(&large, g);
    g = atomic_load(&large);
    sum += g.a + g.c;
    sum += atomic_flag_test_and_set(&busy) + 2 * atomic_flag_test_and_set(&busy);
    atomic_flag_clear(&busy);
    real = a;
    real += 0.5;
    sum += (long)(real * 2);
    byte = (unsigned char)c;
    byte += 7;
    byte <<= 1;
    sum += byte;
    atomic_store(&where, items);
    atomic_fetch_add(&where, 1);
    sum += *atomic_load(&where);
    sum += __sync_fetch_and_add(&items[2], 5) + __sync_val_compare_and_swap(&items[3], 4, b) + items[3];
    sum += __atomic_fetch_nand(&items[2], a, __ATOMIC_SEQ_CST) + __atomic_fetch_max(&items[0], b, __ATOMIC_RELAXED);
    sum += __atomic_fetch_min(&items[1], a, __ATOMIC_RELAXED) + (long)__atomic_fetch_max((unsigned *)&items[3], c, 5);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_acquire);
    sum += atomic_is_lock_free(&counter) + items[0] + items[1] + items[2] + items[3];
    return sum;
}
