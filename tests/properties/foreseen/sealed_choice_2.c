#include <stdint.h>
char a[8],b[8];
int f(int n,int c){ char*p=a; for(int i=0;i<(n&7);i++) p++; uintptr_t u=(uintptr_t)b; if(c) u=(uintptr_t)p-(uintptr_t)a+(uintptr_t)b; *(char*)u=7; return b[3]; }
