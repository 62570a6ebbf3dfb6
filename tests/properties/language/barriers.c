/* Assembly that does nothing but hold the compiler back. */
#define barrier() __asm__ volatile("" ::: "memory")
#define HIDE(x) __asm__("" : "+r"(x))
#define READ(x) ({ __typeof__(x) seen; __asm__ volatile("" : "=r"(seen) : "0"(x)); seen; })

long f(int a, int b, unsigned c, long d) {
    barrier();
    HIDE(a);
    __asm__ volatile("" : "+r"(b), "+r"(c));
    __asm__ volatile("" : : "r"(a), "m"(d));
    __asm__ volatile("nop");
    __asm__ volatile("# a comment\n\tnop\n\t" ::: "memory", "cc");
    __asm__ volatile("" : "+m"(d) : : "memory");
    unsigned long kept = READ(c);
    return (long)(((unsigned long)(a ^ b) + kept) * 3 + (unsigned long)d);
}
