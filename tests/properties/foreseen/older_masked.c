#include <stdint.h>
int f(int i){
  char buf[16]={0}; char *p = buf + (i&7);
  int *q = (int*)((uintptr_t)p & ~(uintptr_t)3);
  *q = 5;
  return buf[0];
}
