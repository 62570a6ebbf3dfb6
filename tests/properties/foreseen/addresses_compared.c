#include <stdlib.h>
int f(int a){ int *p=malloc(4), *q=malloc(4); int x,y; int *u=a>0?&x:&y; return (p<q) + 2*(&x<&y) + 4*((long)u>(long)p) + 8*(((unsigned long)p>>36)&1); }
