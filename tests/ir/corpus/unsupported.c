/* Code that can be read but not executed: long double, inline assembly, atomics, vectors, _Float16. */
#include <stdatomic.h>

long double precise = 1.5L;
long double add(long double a, int b) { return a + b; }
int precise_to_int(void) { return (int)precise + (precise > 1); }
int choose(long double a, int c) { return (c ? a : 2.5L) > 1; }
int assembly(int a) {
    int r;
    __asm__ volatile("movl %1, %0" : "=r"(r) : "r"(a) : "memory");
    return r;
}
int assembly_goto(int a) {
    __asm__ goto("jmp %l1" : : "r"(a) : : out);
    return 1;
out:
    return 2;
}
atomic_int shared;
int atomics(int a) {
    int expected = 3;
    atomic_store(&shared, a);
    atomic_fetch_add(&shared, 2);
    atomic_compare_exchange_strong(&shared, &expected, 5);
    atomic_thread_fence(memory_order_seq_cst);
    return atomic_load(&shared);
}
typedef int vector __attribute__((vector_size(16)));
vector vectors(vector a, vector b) { return (a + b) * (vector){1, 2, 3, 4}; }
int lane(vector a, int i) { return a[i] + (a == a)[0]; }
_Float16 half(_Float16 a) { return a * 2; }
