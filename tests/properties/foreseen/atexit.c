#include <stdlib.h>
int g;
static void handler(void){
  if (g == 5)
    g = 4;
}
int f(int a){ atexit(handler); if (a>3) exit(1); g = 5; return a; }
